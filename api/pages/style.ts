// The style of all pages for people: one column, light or dark, and room for a thumb. Colours and type are those of the
// console, so that a person does not see two products: a test holds these tokens to console/tokens.css.
const TOKENS = `--ground:light-dark(oklch(0.975 0.004 255), oklch(0.17 0.014 262));
--panel:light-dark(oklch(1 0 0), oklch(0.205 0.016 262));
--line:light-dark(oklch(0.905 0.008 255), oklch(0.3 0.018 262));
--line-strong:light-dark(oklch(0.62 0.02 255), oklch(0.56 0.02 262));
--text:light-dark(oklch(0.24 0.025 262), oklch(0.95 0.006 255));
--muted:light-dark(oklch(0.45 0.02 258), oklch(0.74 0.015 258));
--accent:light-dark(oklch(0.47 0.155 264), oklch(0.74 0.12 264));
--on-accent:light-dark(oklch(1 0 0), oklch(0.18 0.03 264));
--seal:light-dark(oklch(0.47 0.115 160), oklch(0.78 0.14 160));
--bad:light-dark(oklch(0.5 0.19 25), oklch(0.75 0.15 22));
--round:10px;
--round-small:7px;
--font:"Inter Variable", system-ui, sans-serif;
--mono:"JetBrains Mono Variable", ui-monospace, monospace;
--bold:620;
--size-title:22px;
--size-heading:15px`;

export const STYLE = `:root{color-scheme:light dark;
${TOKENS}}
:root[data-theme=light]{color-scheme:light}:root[data-theme=dark]{color-scheme:dark}
*{box-sizing:border-box}[hidden]{display:none!important}
body{margin:0;font:16px/1.5 var(--font);color:var(--text);background:var(--ground)}
.brand{display:flex;align-items:center;justify-content:center;gap:.5rem;margin:2.5rem auto -1rem;font-weight:var(--bold)}
.brand svg{width:1.5rem;height:1.5rem;margin:0;border-radius:0;color:var(--accent)}
main{max-width:28rem;margin:2.5rem auto;padding:1.5rem 1.75rem;background:var(--panel);border:1px solid var(--line);border-radius:var(--round)}
h1{font-size:var(--size-title);font-weight:var(--bold);letter-spacing:-.015em;line-height:1.25;margin:0 0 .5rem}h1:focus{outline:none}h2{font-size:var(--size-heading);font-weight:var(--bold);margin:1.75rem 0 .25rem}
p{margin:.5rem 0}ul{padding:0;margin:.5rem 0;list-style:none}
label{display:block;margin-top:1rem;font-weight:var(--bold)}
input,select{display:block;font:inherit;font-weight:400;width:100%;min-height:2.75rem;margin-top:.25rem;padding:.4rem .7rem;color:inherit;background:var(--panel);border:1px solid var(--line-strong);border-radius:var(--round-small)}
input[type=checkbox]{display:inline-block;width:1.1rem;min-height:0;height:1.1rem;margin:0 .4rem 0 0;vertical-align:-.15rem}
button{font:inherit;font-weight:var(--bold);width:100%;min-height:2.75rem;margin-top:1rem;padding:.4rem 1rem;color:var(--on-accent);background:var(--accent);border:1px solid var(--accent);border-radius:var(--round-small);cursor:pointer}
button.plain{color:var(--text);background:var(--panel);border-color:var(--line-strong)}button.small{width:auto;min-height:2.25rem;margin:0;padding:.2rem .8rem}
button:disabled{opacity:.6;cursor:progress}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
a{color:var(--accent)}.soft{color:var(--muted);font-size:.9rem}.row{display:flex;gap:.75rem;align-items:center;justify-content:space-between;padding:.6rem 0;border-bottom:1px solid var(--line)}
.row>span{min-width:0;overflow-wrap:anywhere}
#alert{color:var(--bad);font-weight:var(--bold);overflow-wrap:anywhere}#said{color:var(--seal);font-weight:var(--bold);overflow-wrap:anywhere}
#alert:empty,#said:empty{display:none}
.code{font:600 1.4rem/1.4 var(--mono);letter-spacing:.08em;overflow-wrap:anywhere}
.codes{display:grid;grid-template-columns:1fr 1fr;gap:.25rem;font:1rem var(--mono)}
svg{display:block;width:100%;max-width:18rem;margin:.75rem auto;border-radius:8px}
.or{display:flex;align-items:center;gap:.75rem;margin-top:1.25rem;color:var(--muted)}.or::before,.or::after{content:"";flex:1;border-top:1px solid var(--line)}
@media(max-width:30rem){body{background:var(--panel)}.brand{margin:1.25rem auto 0}main{margin:0;padding:1.25rem 1rem;border:0;border-radius:0}}`;
