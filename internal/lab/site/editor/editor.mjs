// The editor of the page: CodeMirror with the three notations, in a shadow root, where it needs no inline styles.

import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap, snippetCompletion } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { cpp } from "@codemirror/lang-cpp";
import { bracketMatching, HighlightStyle, StreamLanguage, syntaxHighlighting } from "@codemirror/language";
import { lintKeymap, setDiagnostics } from "@codemirror/lint";
import { Compartment, EditorState } from "@codemirror/state";
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers, tooltips } from "@codemirror/view";
import { tags } from "@lezer/highlight";

const words = (text) => new Set(text.split(" "));

/** stream defines a language of words, numbers and operators, which is enough for colours. */
function stream(name, { keywords, types = new Set(), comment = null }) {
  return StreamLanguage.define({
    name,
    token(s) {
      if (s.eatSpace()) return null;
      if (comment && s.match(comment)) return "comment";
      if (s.sol() && s.match(/[A-Za-z_]\w*(?=\s*:)/)) return "heading";
      if (s.match(/\d+/)) return "number";
      const word = s.match(/[A-Za-z_$%][\w]*/);
      if (word) {
        if (s.match(/\s*:(?!=)/, false)) return "heading";
        return keywords.has(word[0]) ? "keyword" : types.has(word[0]) ? "typeName" : "variableName";
      }
      s.next();
      return "operator";
    },
  });
}

const small = stream("small", {
  keywords: words("update swap cas lock unlock if go join assert assume choose cmpxchg await when fence new or and xor add sub"),
});
const litmus = stream("litmus", {
  keywords: words("exists forall locations movl movq mov mfence MFENCE xchg XCHG MOV lock LOCK if else while READ_ONCE WRITE_ONCE"),
  types: words("X86 X86_64 C int"), comment: /\(\*.*?\*\)|"[^"]*"/,
});

const of = (list) => list.map(([form, label, info]) => snippetCompletion(form, { label, info, type: "keyword" }));

const completions = {
  small: of([
    ["${a}=${x}", "a=x", "a load: register a (a to h) gets the value of variable x (x y z u v w)"],
    ["${x}=${1}", "x=1", "a store of a number"],
    ["${x}=${a}+${1}", "x=a+1", "a store of a register and a number"],
    ["update ${x}", "update x", "adds 1 in one step"],
    ["${a}=swap(${x},${1})", "a=swap(x,1)", "stores 1, and returns the old value"],
    ["${a}=cas(${x},${0},${1})", "a=cas(x,0,1)", "stores 1 if x is 0; returns whether it was"],
    ["lock ${l}", "lock l", "mutexes are l, m and n"],
    ["unlock ${l}", "unlock l", ""],
    ["if ${a}==${0} { ${} }", "if a==0 { }", ""],
    ["await ${x}==${1}", "await x==1", "waits for a value"],
    ["${a}=await ${x}!=${0}", "a=await x!=0", "waits for a value, and returns it"],
    ["assert ${a}!=${1}", "assert a!=1", "fails if it is not so"],
    ["assume ${a}!=${1}", "assume a!=1", "stops the thread if it is not so"],
    ["${a}=choose(${2})", "a=choose(2)", "any number below 2"],
    ["go { ${} }", "go { }", "starts a thread"],
    ["join", "join", "waits for the thread started last"],
    ["fence", "fence", "waits for the thread's stores, where there are store buffers"],
    ["| ${q}: ${}", "| q:", "the next thread"],
  ]),
  litmus: of([
    ["exists (${0:rax=0})", "exists", "the condition on final states"],
    ["movl $${1},(${x})", "movl $1,(x)", "a store"],
    ["movl (${x}),%${eax}", "movl (x),%eax", "a load"],
    ["mfence", "mfence", "a fence"],
    ["WRITE_ONCE(*${x}, ${1});", "WRITE_ONCE", "a store"],
    ["int ${r0} = READ_ONCE(*${x});", "READ_ONCE", "a load"],
  ]),
  c: of([
    ["pthread_create(&${t}, NULL, ${thread}, NULL);", "pthread_create", "starts a thread"],
    ["pthread_join(${t}, NULL);", "pthread_join", "waits for a thread"],
    ["pthread_mutex_lock(&${m});", "pthread_mutex_lock", ""],
    ["pthread_mutex_unlock(&${m});", "pthread_mutex_unlock", ""],
    ["atomic_load(&${x})", "atomic_load", ""],
    ["atomic_store(&${x}, ${1})", "atomic_store", ""],
    ["atomic_fetch_add(&${x}, ${1})", "atomic_fetch_add", ""],
    ["atomic_compare_exchange_strong(&${x}, &${expected}, ${1})", "atomic_compare_exchange_strong", ""],
    ["assert(${x == 1});", "assert", ""],
    ["__VERIFIER_assume(${x});", "__VERIFIER_assume", "stops the thread if it is not so"],
    ["void *${thread}(void *arg) {\n\t${}\n\treturn NULL;\n}", "thread", "a function for pthread_create"],
    ["#include <pthread.h>", "#include <pthread.h>", ""],
    ["#include <stdatomic.h>", "#include <stdatomic.h>", ""],
    ["#include <assert.h>", "#include <assert.h>", ""],
  ]),
};

const complete = (kind) => autocompletion({
  override: [(context) => {
    const word = context.matchBefore(/[#\w]+[<\w ]*/);
    if (!word && !context.explicit) return null;
    return { from: word ? word.from : context.pos, options: completions[kind], validFor: /^[#\w<=(),.! ]*$/ };
  }],
});

const languages = {
  small: () => [small, complete("small")],
  litmus: () => [litmus, complete("litmus")],
  c: () => [cpp(), complete("c")],
};

const colours = HighlightStyle.define([
  { tag: tags.keyword, color: "var(--code-keyword)", fontWeight: "600" },
  { tag: [tags.heading, tags.labelName], color: "var(--code-name)", fontWeight: "600" },
  { tag: [tags.number, tags.string, tags.bool], color: "var(--code-value)" },
  { tag: tags.comment, color: "var(--soft)", fontStyle: "italic" },
  { tag: [tags.typeName, tags.processingInstruction, tags.meta], color: "var(--code-type)" },
  { tag: [tags.operator, tags.punctuation], color: "var(--soft)" },
]);

const theme = EditorView.theme({
  "&": { color: "var(--text)", backgroundColor: "transparent", fontSize: "13.5px", height: "100%" },
  "&.cm-focused": { outline: "2px solid var(--accent)", outlineOffset: "-1px", borderRadius: "8px" },
  ".cm-scroller": { fontFamily: "var(--mono)", lineHeight: "1.55" },
  ".cm-content": { caretColor: "var(--accent)", padding: "8px 0" },
  ".cm-cursor": { borderLeftColor: "var(--accent)", borderLeftWidth: "2px" },
  ".cm-gutters": { backgroundColor: "transparent", color: "var(--faint)", border: "0" },
  ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "var(--hover)" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": { background: "var(--selection)" },
  ".cm-matchingBracket, &.cm-focused .cm-matchingBracket": { backgroundColor: "var(--selection)" },
  ".cm-lintRange-error": { backgroundImage: "none", textDecoration: "underline wavy var(--bad)", textDecorationSkipInk: "none", backgroundColor: "var(--bad-soft)" },
  ".cm-tooltip": { backgroundColor: "var(--panel)", border: "1px solid var(--edge)", borderRadius: "8px", color: "var(--text)", overflow: "hidden" },
  ".cm-tooltip.cm-tooltip-autocomplete > ul": { fontFamily: "var(--mono)" },
  ".cm-tooltip.cm-tooltip-autocomplete > ul > li": { padding: "2px 8px" },
  ".cm-tooltip-autocomplete ul li[aria-selected]": { backgroundColor: "var(--accent)", color: "var(--on)" },
  ".cm-completionInfo": { padding: "4px 10px", maxWidth: "22em" },
  ".cm-diagnostic-error": { borderLeft: "4px solid var(--bad)" },
});

/** createEditor puts an editor into an element; changed is called with each new text, run on Ctrl-Enter. */
export function createEditor(element, { label, text, kind, changed, run }) {
  const root = element.attachShadow({ mode: "open" });
  const parent = document.createElement("div");
  parent.style.height = "100%";
  root.append(parent);
  const language = new Compartment();
  const view = new EditorView({
    parent, root,
    state: EditorState.create({
      doc: text,
      extensions: [
        lineNumbers(), history(), drawSelection(), bracketMatching(), closeBrackets(), highlightActiveLine(),
        syntaxHighlighting(colours), theme, tooltips({ position: "absolute" }), EditorView.lineWrapping,
        language.of(languages[kind]()),
        keymap.of([{ key: "Mod-Enter", run: () => { run(); return true; } },
          ...closeBracketsKeymap, ...defaultKeymap, ...historyKeymap, ...completionKeymap, ...lintKeymap]),
        EditorView.contentAttributes.of({ "aria-label": label, spellcheck: "false", autocapitalize: "off" }),
        EditorView.updateListener.of((u) => { if (u.docChanged) changed(u.state.doc.toString()); }),
      ],
    }),
  });
  return {
    view,
    text: () => view.state.doc.toString(),
    setText(text) {
      if (text !== view.state.doc.toString()) view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } });
    },
    setKind: (kind) => view.dispatch({ effects: language.reconfigure(languages[kind]()) }),
    /** setProblem marks the place of a problem; null removes the mark. */
    setProblem(problem) {
      const all = problem ? [{ from: problem.from, to: Math.min(Math.max(problem.to, problem.from + 1), view.state.doc.length), severity: "error", message: problem.message }] : [];
      view.dispatch(setDiagnostics(view.state, all.filter((d) => d.from <= view.state.doc.length && d.from <= d.to)));
    },
    focus: () => view.focus(),
  };
}
