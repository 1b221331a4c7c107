import { createHash } from "node:crypto";
import type { Language } from "@first-bounce/contract/languages";
import { escapeHtml } from "../../../i18n/escape-html.ts";
import type { ShareTexts } from "../../../i18n/share-texts.ts";
import { buildFontFaces } from "../web/font-faces.ts";
import { PICTURE_SIZES } from "./render-png.ts";

const { width: WIDTH, height: HEIGHT } = PICTURE_SIZES.link;

const CSS = `
:root{color-scheme:light dark;--ink:#10162b;--quiet:#4a5269;--paper:#f4f2ec;--card:#fff}
@media (prefers-color-scheme:dark){:root{--ink:#eef0f7;--quiet:#b4bbcf;--paper:#0a0e1c;--card:#151b30}}
*{box-sizing:border-box}
body{margin:0;min-height:100dvh;display:grid;place-items:center;padding:16px;background:var(--paper);color:var(--ink);
font:400 1rem/1.5 Inter,system-ui,sans-serif}
main{width:min(720px,100%);overflow:hidden;background:var(--card);border-radius:22px;box-shadow:0 12px 40px rgb(16 22 43/12%)}
img{display:block;width:100%;height:auto;aspect-ratio:1200/630;background:#2b8a57}
div{padding:24px 28px 30px}
table{width:100%;margin:0 0 22px;border-collapse:collapse;font-size:.9375rem}
caption{margin-bottom:4px;text-align:start;font:700 1.25rem/1.2 "Barlow Condensed","Arial Narrow",sans-serif}
th,td{padding:6px 8px 6px 0;border-bottom:1px solid color-mix(in srgb,var(--quiet) 30%,transparent);text-align:start;
vertical-align:top;overflow-wrap:anywhere;font-variant-numeric:tabular-nums}
th[scope=row]{min-width:8em}
thead th{color:var(--quiet);font-weight:600;overflow-wrap:normal}
h1{margin:0 0 8px;font:700 2rem/1.1 "Barlow Condensed","Arial Narrow",sans-serif;text-wrap:balance;overflow-wrap:anywhere}
p{margin:0 0 22px;color:var(--quiet)}
a{display:inline-block;padding:13px 26px;border-radius:99px;background:#d6391a;color:#fff;text-decoration:none;
font:700 1.1875rem/1.2 "Barlow Condensed","Arial Narrow",sans-serif}
a:hover{background:#b92f13}
a:focus-visible{outline:3px solid #2463eb;outline-offset:3px}`;

interface Page {
	readonly language: Language;
	readonly title: string;
	readonly head: string;
	readonly body: string;
}

/** Renders share pages, which load only their picture and the fonts of the web app. */
export interface SharePages {
	/** The content security policy, which allows only the page's own style, and pictures and fonts of this site. */
	readonly policy: string;
	/** The page of shared content. `address` and `picture` are absolute URLs built by the server. */
	readonly content: (
		texts: ShareTexts,
		urls: { readonly address: string; readonly picture: string },
		language: Language,
	) => string;
	/** An error page, which repeats no part of the link. `home` is the label of the link to the home page. */
	readonly error: (title: string, text: string, home: string, language: Language) => string;
}

export function createSharePages(webFolder: string): SharePages {
	const style = buildFontFaces(webFolder) + CSS;
	const policy = [
		"default-src 'none'",
		"img-src 'self'",
		"font-src 'self'",
		`style-src 'sha256-${createHash("sha256").update(style).digest("base64")}'`,
		"base-uri 'none'",
		"form-action 'none'",
		"frame-ancestors 'none'",
	].join("; ");
	const renderPage = ({ language, title, head, body }: Page): string => `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)}</title>
<link rel="icon" type="image/svg+xml" href="/favicon.svg">
${head}
<style>${style}</style>
</head>
<body><main>${body}</main></body>
</html>
`;
	return {
		policy,
		content: (texts, { address, picture }, language) => {
			const image = `<img src="${escapeHtml(new URL(picture).pathname)}" width="${WIDTH}" height="${HEIGHT}" alt="">`;
			const text = `<h1>${escapeHtml(texts.title)}</h1><p>${escapeHtml(texts.text)}</p>`;
			const tables = (texts.tables ?? []).map(renderTable).join("");
			const link = `<a href="${escapeHtml(texts.actionPath)}">${escapeHtml(texts.actionLabel)}</a>`;
			const body = `${image}<div>${text}${tables}${link}</div>`;
			return renderPage({ language, title: texts.title, head: buildMetaTags(texts, address, picture), body });
		},
		error: (title, text, home, language) =>
			renderPage({
				language,
				title,
				head: "",
				body: `<div><h1>${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p><a href="/">${escapeHtml(home)}</a></div>`,
			}),
	};
}

function renderTable({ title, columns, rows }: NonNullable<ShareTexts["tables"]>[number]): string {
	const head = columns.map((column) => `<th scope="col">${escapeHtml(column)}</th>`).join("");
	const body = rows.map(([first = "", ...cells]) => {
		const rest = cells.map((cell) => `<td>${escapeHtml(cell)}</td>`).join("");
		return `<tr><th scope="row">${escapeHtml(first)}</th>${rest}</tr>`;
	});
	const caption = `<caption>${escapeHtml(title)}</caption>`;
	return `<table>${caption}<thead><tr>${head}</tr></thead><tbody>${body.join("")}</tbody></table>`;
}

/** Builds the Open Graph and Twitter meta tags. */
function buildMetaTags(texts: ShareTexts, address: string, picture: string): string {
	const graph: Readonly<Record<string, string>> = {
		"og:type": "website",
		"og:site_name": "First Bounce",
		"og:title": texts.title,
		"og:description": texts.text,
		"og:url": address,
		"og:image": picture,
		"og:image:type": "image/png",
		"og:image:width": String(WIDTH),
		"og:image:height": String(HEIGHT),
		"og:image:alt": texts.title,
	};
	const twitter = { "twitter:card": "summary_large_image", "twitter:title": texts.title, "twitter:image": picture };
	return [
		`<meta name="description" content="${escapeHtml(texts.text)}">`,
		...Object.entries(graph).map(([name, value]) => `<meta property="${name}" content="${escapeHtml(value)}">`),
		...Object.entries(twitter).map(([name, value]) => `<meta name="${name}" content="${escapeHtml(value)}">`),
	].join("\n");
}
