import type { Language } from "@first-bounce/contract/languages";
import { getTranslator } from "../../../i18n/i18n.ts";

/** The targets of the built-in ad pages. */
const AD_LINKS = {
	"top-lb": "/leagues/create",
	"top-lb-mob": "/leagues/create",
	"bottom-lb": "/help/game-rules",
	"bottom-lb-mob": "/help/game-rules",
} as const;
type AdPage = keyof typeof AD_LINKS;
export const AD_PAGES = Object.keys(AD_LINKS) as AdPage[];

const CSS = `
html { color-scheme: light dark; }
body { margin: 0; font: 600 15px/1.2 "Barlow Condensed", "Arial Narrow", Arial, sans-serif; }
a { position: absolute; inset: 0; display: flex; align-items: center; justify-content: space-between; gap: 16px;
	padding: 0 24px; overflow: hidden; color: #fff; text-decoration: none; border-radius: 12px;
	background: #10162b repeating-linear-gradient(105deg, #10162b 0 64px, #161d38 64px 128px); }
span { font-size: clamp(15px, 3vw, 22px); letter-spacing: .01em; }
b { flex: none; padding: 9px 18px; border-radius: 99px; background: #ffd9cf; color: #7c1d09; font-size: 16px; }
a:hover b { background: #fff; }
a:focus-visible { outline: 3px solid #8fb2ff; outline-offset: -5px; }
@media (min-height: 140px) { a { flex-direction: column; justify-content: center; text-align: center; } span { font-size: 28px; } }
@media (max-height: 60px) { a { padding: 0 12px; border-radius: 8px; } b { padding: 6px 12px; font-size: 14px; } }
`;

/** Renders an ad page. */
export function renderPage(page: AdPage, language: Language): string {
	const t = getTranslator(language);
	const text = t(`ads.${page}.text`);
	return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${text}</title>
<style>${CSS}</style>
</head>
<body><main><a href="${AD_LINKS[page]}" target="_top"><span>${text}</span><b>${t(`ads.${page}.action`)}</b></a></main></body>
</html>
`;
}
