// The style of all pages for people: one column, light or dark as the system is, and room for a thumb.
export const STYLE = `:root{color-scheme:light dark;--ink:#1b1f24;--soft:#57606a;--ground:#f3f4f6;--card:#fff;--line:#c8ced6;--deed:#0b57d0;--on:#fff;--bad:#b3261e;--good:#1a6f31}
@media(prefers-color-scheme:dark){:root{--ink:#e6e8eb;--soft:#a3abb5;--ground:#14171a;--card:#1d2125;--line:#454c55;--deed:#8ab4f8;--on:#0b1a33;--bad:#f2857c;--good:#7ed492}}
*{box-sizing:border-box}[hidden]{display:none!important}
body{margin:0;font:16px/1.5 system-ui,sans-serif;color:var(--ink);background:var(--ground)}
main{max-width:28rem;margin:2.5rem auto;padding:1.5rem 1.75rem;background:var(--card);border:1px solid var(--line);border-radius:12px}
h1{font-size:1.5rem;line-height:1.25;margin:0 0 .5rem}h1:focus{outline:none}h2{font-size:1.1rem;margin:1.75rem 0 .25rem}
p{margin:.5rem 0}ul{padding:0;margin:.5rem 0;list-style:none}
label{display:block;margin-top:1rem;font-weight:600}
input,select{display:block;font:inherit;font-weight:400;width:100%;min-height:2.75rem;margin-top:.25rem;padding:.4rem .7rem;color:inherit;background:var(--card);border:1px solid var(--soft);border-radius:8px}
input[type=checkbox]{display:inline-block;width:1.1rem;min-height:0;height:1.1rem;margin:0 .4rem 0 0;vertical-align:-.15rem}
button{font:inherit;font-weight:600;width:100%;min-height:2.75rem;margin-top:1rem;padding:.4rem 1rem;color:var(--on);background:var(--deed);border:1px solid var(--deed);border-radius:8px;cursor:pointer}
button.plain{color:var(--deed);background:transparent}button.small{width:auto;min-height:2.25rem;margin:0;padding:.2rem .8rem}
button:disabled{opacity:.6;cursor:progress}
:focus-visible{outline:3px solid var(--deed);outline-offset:2px}
a{color:var(--deed)}.soft{color:var(--soft);font-size:.9rem}.row{display:flex;gap:.75rem;align-items:center;justify-content:space-between;padding:.6rem 0;border-bottom:1px solid var(--line)}
.row>span{min-width:0;overflow-wrap:anywhere}
#alert{color:var(--bad);font-weight:600;overflow-wrap:anywhere}#said{color:var(--good);font-weight:600;overflow-wrap:anywhere}
#alert:empty,#said:empty{display:none}
.code{font:600 1.4rem/1.4 ui-monospace,monospace;letter-spacing:.08em;overflow-wrap:anywhere}
.codes{display:grid;grid-template-columns:1fr 1fr;gap:.25rem;font:1rem ui-monospace,monospace}
svg{display:block;width:100%;max-width:18rem;margin:.75rem auto;border-radius:8px}
.or{display:flex;align-items:center;gap:.75rem;margin-top:1.25rem;color:var(--soft)}.or::before,.or::after{content:"";flex:1;border-top:1px solid var(--line)}
@media(max-width:30rem){body{background:var(--card)}main{margin:0;padding:1.25rem 1rem;border:0;border-radius:0}}`;
