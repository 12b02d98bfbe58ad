-- For pages of this project as papers in two columns: tables and wide figures span both, since LaTeX's long tables cannot be in columns; links to files are their text;
-- the first heading is the title.

local function latex(blocks)
  return (pandoc.write(pandoc.Pandoc(blocks), 'latex'):gsub('%s+$', ''))
end

local letter = { AlignRight = 'r', AlignCenter = 'c' }

-- Columns with long cells share the width that is left.
local function columns(t, rows)
  local longest, long = {}, 0
  for _, row in ipairs(rows) do
    for i, cell in ipairs(row.cells) do
      longest[i] = math.max(longest[i] or 0, #pandoc.utils.stringify(cell.contents))
    end
  end
  local total = 0
  for _, n in ipairs(longest) do total = total + n end
  local spec = ''
  for i, c in ipairs(t.colspecs) do
    if total > 100 and longest[i] > 16 then
      spec = spec .. string.format('>{\\raggedright\\arraybackslash}p{%.2f\\textwidth}', 0.86 * longest[i] / math.max(total, 100))
    else
      spec = spec .. (letter[c[1]] or 'l')
    end
  end
  return spec, total
end

local function line(row)
  local cells = {}
  for i, cell in ipairs(row.cells) do cells[i] = latex(cell.contents) end
  return table.concat(cells, ' & ') .. ' \\\\'
end

function Table(t)
  local rows = {}
  for _, row in ipairs(t.head.rows) do rows[#rows + 1] = row end
  local heads = #rows
  for _, body in ipairs(t.bodies) do
    for _, row in ipairs(body.body) do rows[#rows + 1] = row end
  end
  local spec, total = columns(t, rows)
  local wide = total > 44
  local out = { (wide and '\\begin{table*}[t!]\\centering' or '\\begin{center}') .. '\\scriptsize\\setlength{\\tabcolsep}{4pt}\\begin{tabular}{' .. spec .. '}\\toprule' }
  for i, row in ipairs(rows) do
    out[#out + 1] = line(row)
    if i == heads then out[#out + 1] = '\\midrule' end
  end
  out[#out + 1] = '\\bottomrule\\end{tabular}' .. (wide and '\\end{table*}' or '\\end{center}')
  return pandoc.RawBlock('latex', table.concat(out, '\n'))
end

-- The file of an image that LaTeX can read.
local function drawn(source)
  local path = pandoc.path.join({ pandoc.path.directory(PANDOC_STATE.input_files[1]), source })
  if not path:match('%.svg$') then return path end
  local pdf = 'out/' .. pandoc.path.filename(path):gsub('%.svg$', '.pdf')
  pandoc.pipe('rsvg-convert', { '-f', 'pdf', '-o', pdf, path }, '')
  return pdf
end

-- An image, and the paragraph in italics after it, its caption.
function Blocks(blocks)
  local out = {}
  local i = 1
  while i <= #blocks do
    local b, image = blocks[i], nil
    if b.t == 'Figure' then b:walk { Image = function(m) image = m end } end
    if b.t == 'Para' and #b.content == 1 and b.content[1].t == 'Image' then image = b.content[1] end
    if image then
      local caption = ''
      local next = blocks[i + 1]
      if next and next.t == 'Para' and next.content[1].t == 'Emph' then
        caption = '\n\n{\\small ' .. latex({ pandoc.Para(next.content) }) .. '}'
        i = i + 1
      end
      out[#out + 1] = pandoc.RawBlock('latex', '\\begin{figure*}[t!]\\centering\n\\includegraphics[width=0.92\\textwidth,height=0.42\\textheight,keepaspectratio]{'
        .. drawn(image.src) .. '}' .. caption .. '\n\\end{figure*}')
    else
      out[#out + 1] = b
    end
    i = i + 1
  end
  return out
end

function Link(l)
  if not l.target:match('^https?://') then return l.content end
end

function Pandoc(doc)
  for i, b in ipairs(doc.blocks) do
    if b.t == 'Header' and b.level == 1 then
      doc.meta.title = pandoc.MetaInlines(b.content)
      doc.blocks:remove(i)
      break
    end
  end
  return doc:walk { Header = function(h) h.level = math.max(1, h.level - 1); return h end }
end
