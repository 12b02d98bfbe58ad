# From manifests: the commits on which results were measured, by commit and day, with the highest load while they ran, in a sentence.
function value() { sub(/^[^:]*: */, ""); gsub(/[",]/, ""); return $0 }
/^ *"results":/ { name = value(); sub(/\.csv$/, "", name) }
/^ *"end":/ { day = substr(value(), 1, 10) }
/^ *"commit":/ {
	key = value() " (" day ")"
	if (!(key in files)) order[++n] = key
	if (!((key, name) in seen)) { seen[key, name] = 1; files[key] = files[key] ", " name }
}
/^ *"load_during":/ { load = value() + 0; if (load > most[key]) most[key] = load }
END {
	printf "Measured were, on commit"
	for (i = 1; i <= n; i++) printf "%s %s at loads of up to %.1f: %s", (i > 1 ? "; on" : ""), order[i], most[order[i]], substr(files[order[i]], 3)
	print "."
}
