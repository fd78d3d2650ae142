/** The style sheet of the pages. */
export const PAGE_STYLE = `
:root { color-scheme: light dark; --line: #d9dee5; --soft: #f3f5f8; --quiet: #56606c; --accent: #1a5580; --good: #14532d; --bad: #8f1d1d; --page: #fff; --text: #16191d; }
@media (prefers-color-scheme: dark) { :root { --line: #38404a; --soft: #20262d; --quiet: #a7b1bd; --accent: #8cc7ee; --good: #8fdca6; --bad: #f3a5a0; --page: #121417; --text: #e8ebef; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--text); font: 15px/1.5 system-ui, sans-serif; }
a { color: var(--accent); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
header { display: flex; gap: 20px; align-items: baseline; padding: 12px 24px; border-bottom: 3px solid var(--accent); background: var(--soft); }
header .name { margin: 0; flex: 1; }
header .name strong { font-size: 18px; margin-right: 10px; }
header span, .quiet, small, dt, .label, caption { color: var(--quiet); }
.columns { display: flex; gap: 32px; padding: 16px 24px 48px; }
nav { flex: 0 0 170px; }
nav ul { list-style: none; margin: 0 0 16px; padding: 0; }
nav a { display: block; padding: 3px 8px; border-radius: 5px; text-decoration: none; }
nav a:hover, tbody tr:hover { background: var(--soft); }
nav a[aria-current] { background: var(--soft); font-weight: 600; }
.label { margin: 0; padding-left: 8px; font-size: 13px; }
main { flex: 1; min-width: 0; max-width: 1100px; }
h1 { margin: 0 0 12px; font-size: 24px; font-weight: 600; }
h2 { margin: 26px 0 6px; font-size: 17px; font-weight: 600; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; }
caption { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
th, td { padding: 5px 14px 5px 0; text-align: left; border-bottom: 1px solid var(--line); vertical-align: top; }
th { font-size: 13px; font-weight: 600; color: var(--quiet); }
.amount.amount { text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; }
dl { display: grid; grid-template-columns: repeat(auto-fill, minmax(220px, 1fr)); gap: 8px 24px; margin: 0; }
dt { font-size: 13px; }
dd { margin: 0; white-space: pre-wrap; overflow-wrap: anywhere; }
form { display: flex; flex-wrap: wrap; gap: 12px 16px; align-items: end; margin: 8px 0 16px; }
form label { display: flex; flex-direction: column; font-size: 13px; }
input, select, button { font: inherit; padding: 5px 8px; border: 1px solid var(--quiet); border-radius: 5px; }
button, .button { padding: 6px 14px; border: 1px solid var(--accent); border-radius: 5px; background: var(--accent); color: var(--page); text-decoration: none; cursor: pointer; }
fieldset { display: flex; flex-wrap: wrap; gap: 12px 16px; flex-basis: 100%; border: 1px solid var(--line); border-radius: 5px; }
.notice, .error { padding: 4px 14px; margin-bottom: 16px; border-left: 4px solid var(--good); background: var(--soft); }
.error { border-color: var(--bad); }
.good { color: var(--good); }
.bad { color: var(--bad); font-weight: 600; }
details { padding: 5px 0; border-bottom: 1px solid var(--line); }
summary { cursor: pointer; color: var(--quiet); }
pre { padding: 12px; overflow: auto; max-height: 480px; border: 1px solid var(--line); border-radius: 5px; background: var(--soft); font-size: 13px; }
@media (max-width: 720px) { .columns { flex-direction: column; } nav ul { display: flex; flex-wrap: wrap; } }
`;
