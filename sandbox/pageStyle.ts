/** The style sheet of the status page. */
export const PAGE_STYLE = `
:root { color-scheme: light dark; --line: #d9dee5; --soft: #f3f5f8; --quiet: #66707d; --accent: #1f5f8b; }
@media (prefers-color-scheme: dark) { :root { --line: #38404a; --soft: #20262d; --quiet: #98a3b0; --accent: #7fbde6; } }
* { box-sizing: border-box; }
body { margin: 0; font: 14px/1.45 system-ui, sans-serif; }
header { padding: 20px 28px 14px; border-bottom: 3px solid var(--accent); background: var(--soft); }
h1 { margin: 0 0 4px; font-size: 22px; font-weight: 600; }
header p { margin: 0; color: var(--quiet); }
main { padding: 8px 28px 40px; max-width: 1500px; }
section { margin-top: 22px; overflow-x: auto; min-width: 0; }
h2 { margin: 0 0 6px; font-size: 16px; font-weight: 600; }
h2 small { margin-left: 6px; font-size: 13px; font-weight: 400; color: var(--quiet); }
table { border-collapse: collapse; width: 100%; }
th, td { padding: 4px 10px 4px 0; text-align: left; border-bottom: 1px solid var(--line); white-space: nowrap; }
th { font-size: 12px; font-weight: 600; color: var(--quiet); }
tbody tr:hover { background: var(--soft); }
td.amount { font-variant-numeric: tabular-nums; }
td span { display: inline-block; min-width: 38px; padding: 0 6px; border-radius: 9px; text-align: center; font-size: 12px; }
.good { background: #d8f0de; color: #14532d; }
.bad { background: #fbdcd9; color: #7f1d1d; }
.wide { grid-column: 1 / -1; }
code { font-size: 13px; }
.records { display: grid; grid-template-columns: repeat(auto-fit, minmax(460px, 1fr)); column-gap: 40px; }
@media (max-width: 640px) { .records { display: block; } main, header { padding-left: 14px; padding-right: 14px; } }
`;
