/** What was seen on one page: its pictures, and what is wrong with it. */
export interface Seen {
	readonly name: string;
	readonly address: string;
	readonly pictures: readonly string[];
	readonly faults: readonly string[];
}

const escaped = (text: string): string =>
	text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");

const STYLE = `body{font:15px/1.5 system-ui;margin:24px;color-scheme:light dark}h2{margin:32px 0 8px}
div{display:flex;gap:12px;overflow-x:auto;align-items:start}figure{margin:0;flex:none}figcaption{font-size:12px}
img{height:320px;border:1px solid #8888;border-radius:6px}li{color:#c22a2e}code{font-size:13px}`;

const figure = (picture: string): string =>
	`<figure><a href="${picture}"><img loading="lazy" src="${picture}" alt=""></a><figcaption>${escaped(
		picture.replace(/^[^/]*\/|\.\w+$/g, ""),
	)}</figcaption></figure>`;

const section = ({ name, address, pictures, faults }: Seen): string =>
	`<h2 id="${name}">${escaped(name)} <code>${escaped(address)}</code></h2>
<ul>${faults.map((fault) => `<li>${escaped(fault)}</li>`).join("")}</ul><div>${pictures.map(figure).join("")}</div>`;

/** The page that lists all pictures, whatever is at fault said above them. */
export function indexPage(seen: readonly Seen[]): string {
	const faulty = seen.filter(({ faults }) => faults.length > 0);
	const list = faulty
		.map(({ name, faults }) => `<a href="#${name}">${escaped(name)}</a> (${faults.length})`)
		.join(", ");
	return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Gallery</title><style>${STYLE}</style>
<h1>${seen.length} pages</h1><p>${faulty.length === 0 ? "Nothing at fault." : `At fault: ${list}`}</p>
${seen.map(section).join("\n")}</html>\n`;
}
