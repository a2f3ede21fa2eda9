// The style of the site: the colours of the pages for people, light or dark as the system is; a column that reads well
// on a phone and on a desk.

export const SITE_STYLE = `:root{color-scheme:light dark;--ink:#1b1f24;--soft:#57606a;--ground:#f3f4f6;--card:#fff;--line:#d0d7de;--deed:#0b57d0;--code:#f3f4f6;--mark:#fff3c4}
@media(prefers-color-scheme:dark){:root{--ink:#e6e8eb;--soft:#a3abb5;--ground:#14171a;--card:#1d2125;--line:#3a4149;--deed:#8ab4f8;--code:#14171a;--mark:#4a3f13}}
*{box-sizing:border-box}
html{scroll-padding-top:4rem}
body{margin:0;font:16px/1.6 system-ui,sans-serif;color:var(--ink);background:var(--ground)}
header{position:sticky;top:0;z-index:1;display:flex;gap:1rem;align-items:center;padding:.5rem 1.25rem;background:var(--card);border-bottom:1px solid var(--line)}
header .name{font-weight:700;font-size:1.1rem;color:var(--ink);text-decoration:none}
header form{flex:1;display:flex;justify-content:flex-end}
header input,#search-box{font:inherit;width:100%;max-width:18rem;min-height:2.5rem;padding:.25rem .75rem;color:inherit;background:var(--ground);border:1px solid var(--line);border-radius:8px}
.skip{position:absolute;left:-99rem}.skip:focus{position:static}
.menu{display:none}
.columns{display:grid;grid-template-columns:17rem minmax(0,1fr);max-width:80rem;margin:0 auto}
main{grid-column:2;grid-row:1;min-width:0;padding:1.5rem 2.5rem 4rem;background:var(--card);border-left:1px solid var(--line);border-right:1px solid var(--line);min-height:calc(100vh - 3.6rem)}
nav{grid-column:1;grid-row:1;align-self:start;position:sticky;top:3.6rem;max-height:calc(100vh - 3.6rem);overflow-y:auto;padding:1rem 1rem 2rem 1.25rem;font-size:.93rem}
nav h2{font-size:.8rem;text-transform:uppercase;letter-spacing:.05em;color:var(--soft);margin:1.25rem 0 .25rem;border:0;padding:0}
nav ul{list-style:none;margin:0;padding:0}nav ul ul{margin:.1rem 0 .4rem .6rem;padding-left:.6rem;border-left:1px solid var(--line);font-size:.87rem}
nav a{display:block;padding:.2rem .5rem;border-radius:6px;color:inherit;text-decoration:none;overflow-wrap:anywhere}
nav ul ul a{color:var(--soft)}
nav a:hover{text-decoration:underline}nav a[aria-current]{font-weight:600;background:var(--card);box-shadow:inset 3px 0 var(--deed)}
main>*{max-width:46rem}main>.wide,main>pre,main>section{max-width:none}section>p,section>ul{max-width:46rem}
h1{font-size:1.9rem;line-height:1.2;margin:.25rem 0 1rem}h2{font-size:1.35rem;line-height:1.3;margin:2.25rem 0 .5rem;padding-bottom:.25rem;border-bottom:1px solid var(--line)}h3{font-size:1.1rem;margin:1.75rem 0 .25rem}h4{font-size:1rem;margin:1.25rem 0 .25rem}
p,ul,ol{margin:.75rem 0}ul,ol{padding-left:1.5rem}li{margin:.25rem 0}
a{color:var(--deed)}p,li,td,th,h1,h2,h3{overflow-wrap:anywhere}
code{font:.9em/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;background:var(--code);border-radius:4px;padding:.1em .3em}
pre{overflow-x:auto;margin:.75rem 0;padding:.75rem 1rem;background:var(--code);border:1px solid var(--line);border-radius:8px}
pre code{display:block;padding:0;background:none;font-size:.84rem;white-space:pre}
pre.sh{border-left:4px solid var(--deed)}pre.text{border-style:dashed;color:var(--soft)}
.wide{overflow-x:auto;margin:.75rem 0}table{border-collapse:collapse;font-size:.92rem;min-width:100%}
td,th{text-align:left;vertical-align:top;padding:.4rem .6rem;border:1px solid var(--line)}th{background:var(--ground)}
td{min-width:5rem;max-width:36rem}td.right,th.right{text-align:right}td code,th code{overflow-wrap:anywhere}
tr:target,:target>h2{background:var(--mark)}
:focus-visible{outline:3px solid var(--deed);outline-offset:2px}
section.operation{margin-top:2.5rem;padding-top:.25rem;border-top:3px solid var(--line)}section.operation h2{border:0;margin:.5rem 0 .25rem}
.call{display:flex;gap:.75rem;align-items:baseline;flex-wrap:wrap;margin:.25rem 0}.method{font-weight:700;font-size:.85rem;min-width:4rem}.call code{font-size:1rem;overflow-wrap:anywhere}
.get{color:#1a6f31}.post{color:#0b57d0}.put,.patch{color:#8a5300}.delete{color:#b3261e}
@media(prefers-color-scheme:dark){.get{color:#7ed492}.post{color:#8ab4f8}.put,.patch{color:#f0b561}.delete{color:#f2857c}}
.soft{color:var(--soft);font-size:.92rem}details{margin:.5rem 0}summary{cursor:pointer}
.neighbours{display:flex;justify-content:space-between;gap:1rem;margin-top:3rem;padding-top:1rem;border-top:1px solid var(--line)}.neighbours a:last-child{text-align:right}
@media(max-width:52rem){.columns{display:block}.menu{display:block}main{border:0;padding:1rem 1.1rem 2rem;min-height:0}nav{position:static;max-height:none;padding:1rem 1.1rem 3rem}nav a{padding:.55rem .5rem}nav ul ul{display:none}h1{font-size:1.55rem}html{scroll-padding-top:3.5rem}header{padding:.4rem 1.1rem;gap:.75rem}td{min-width:8rem}}
@media print{header,nav,.neighbours{display:none}.columns{display:block}main{border:0;padding:0}pre code{white-space:pre-wrap}}`;
