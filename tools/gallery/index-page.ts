export interface PageReport {
	readonly name: string;
	readonly address: string;
	readonly screenshots: readonly string[];
	readonly problems: readonly string[];
}

const escapeHtml = (text: string): string =>
	text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");

const STYLE = `body{font:15px/1.5 system-ui;margin:24px;color-scheme:light dark}h2{margin:32px 0 8px}
div{display:flex;gap:12px;overflow-x:auto;align-items:start}figure{margin:0;flex:none}figcaption{font-size:12px}
img{height:320px;border:1px solid #8888;border-radius:6px}li{color:#c22a2e}code{font-size:13px}`;

/** Renders a screenshot with its width and mode, which are its file name, as the caption. */
const renderFigure = (screenshot: string): string =>
	`<figure><a href="${screenshot}"><img loading="lazy" src="${screenshot}" alt=""></a><figcaption>${escapeHtml(
		screenshot.replace(/^[^/]*\/|\.\w+$/g, ""),
	)}</figcaption></figure>`;

const renderSection = ({ name, address, screenshots, problems }: PageReport): string =>
	`<h2 id="${name}">${escapeHtml(name)} <code>${escapeHtml(address)}</code></h2>
<ul>${problems.map((problem) => `<li>${escapeHtml(problem)}</li>`).join("")}</ul><div>${screenshots.map(renderFigure).join("")}</div>`;

/** Renders the page of all screenshots, with their problems above them. */
export function renderIndexPage(reports: readonly PageReport[]): string {
	const pagesWithProblems = reports.filter(({ problems }) => problems.length > 0);
	const list = pagesWithProblems
		.map(({ name, problems }) => `<a href="#${name}">${escapeHtml(name)}</a> (${problems.length})`)
		.join(", ");
	return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Gallery</title><style>${STYLE}</style>
<h1>${reports.length} pages</h1><p>${pagesWithProblems.length === 0 ? "No problems." : `Problems: ${list}`}</p>
${reports.map(renderSection).join("\n")}</html>\n`;
}
