import type { Language } from "@first-bounce/contract/languages";
import { getTranslator } from "../../../i18n/i18n.ts";
import { type AdKit, HOUSE_ADS, type HouseAdName } from "./house-ads.ts";

const CSS = `
html { color-scheme: light; }
body { margin: 0; font-family: "Barlow Condensed", "Arial Narrow", sans-serif; }
a { position: absolute; inset: 0; display: grid; grid-template-columns: minmax(0, 1fr) 38%; overflow: hidden;
	background: #10162b; color: #fff; text-decoration: none; }
.art { position: relative; clip-path: polygon(44px 0, 100% 0, 100% 100%, 0 100%); background: #267f50; }
.art svg { position: absolute; inset: 0; width: 100%; height: 100%; }
.words { display: grid; align-content: center; justify-items: start; gap: 10px; padding: 0 8px 0 40px; }
.brand { display: flex; align-items: center; gap: 8px; color: #b4bbcf; font-size: 16px; font-weight: 600;
	letter-spacing: .05em; text-transform: uppercase; }
h1 { margin: 0; font-size: 46px; line-height: 1; font-weight: 700; text-wrap: balance; }
p { margin: 0; color: #b4bbcf; font-size: 21px; line-height: 1.2; font-weight: 500; }
b { margin-top: 6px; padding: 9px 20px; border-radius: 99px; background: #fff; color: #10162b; font-size: 18px; line-height: 1.1;
	font-weight: 700; white-space: nowrap; }
a:hover b { background: #dfe3f0; }
a:focus-visible { outline: 3px solid #8fb2ff; outline-offset: -5px; }
@media (max-aspect-ratio: 3/2) {
	a { grid-template: 104px minmax(0, 1fr) / minmax(0, 1fr); }
	.art { order: -1; clip-path: polygon(0 0, 100% 0, 100% 82%, 0 100%); }
	.art svg { inset: -6px 0 auto; height: 156px; }
	.words { align-content: start; gap: 4px; padding: 4px 20px 16px; }
	.brand { display: none; }
	h1 { font-size: 30px; }
	p { font-size: 17px; }
}
@media (max-height: 110px) {
	.words { grid-template-columns: minmax(0, 1fr) auto; align-items: center; gap: 2px 18px; padding-left: 24px; }
	.brand { display: none; }
	h1 { align-self: end; font-size: 28px; }
	p { align-self: start; grid-row: 2; font-size: 17px; }
	b { grid-area: 1 / 2 / 3; margin: 0; font-size: 17px; }
	a { grid-template-columns: minmax(0, 1fr) 200px; }
}
@media (max-height: 110px) and (max-width: 500px) {
	a { grid-template-columns: minmax(0, 1fr) 96px; }
	.art { clip-path: polygon(18px 0, 100% 0, 100% 100%, 0 100%); }
	.words { grid-template-columns: minmax(0, 1fr); padding: 0 4px 0 16px; align-content: center; justify-items: start; gap: 8px; }
	p { display: none; }
	h1 { font-size: 25px; }
	b { grid-area: auto; padding: 6px 14px; font-size: 16px; }
}
@media (max-height: 60px) {
	a { grid-template-columns: minmax(0, 1fr) 44px; }
	.words { grid-template-columns: minmax(0, 1fr) auto; gap: 8px; padding-left: 12px; }
	h1 { align-self: center; font-size: 19px; }
	b { padding: 6px 11px; font-size: 15px; }
}
`;

const BODY = "M31 3Q50 27 69 3L84 9Q82 31 96 45L93 119Q50 128 7 119L4 45Q18 31 16 9Z";
/** The shapes of a pattern on the body, as in the web's guernseys. */
const PATTERNS: Readonly<Record<AdKit["pattern"], string>> = {
	hoops: "M0 28h100v16H0ZM0 60h100v16H0ZM0 92h100v16H0Z",
	sash: "M-4 12 26-8l82 106v38Z",
	yoke: "M0 0h100v40Q50 64 0 40Z",
	stripes: "M13 0h14v128H13ZM43 0h14v128H43ZM73 0h14v128H73Z",
};

const drawGuernsey = ({ pattern, body, mark }: AdKit, number: string, transform: string): string =>
	`<g transform="${transform}"><g clip-path="url(#body)"><path d="M0 0h100v128H0Z" fill="${body}"/><path d="${PATTERNS[pattern]}" fill="${mark}"/>
<path d="M0 0h22Q10 66 17 128H0ZM100 0H78q12 66 5 128h17Z" opacity=".15"/></g>
<text x="50" y="92" text-anchor="middle" font-size="60" font-weight="700" fill="#fff" stroke="#10162b" stroke-width="9" stroke-linejoin="round" paint-order="stroke">${number}</text></g>`;

const STRIPES = [0, 1, 2, 3, 4].map((index) => `<path d="M${index * 80} 0h40v250h-40Z" fill="#2b8a57"/>`).join("");
const CHALK = `<g fill="none" stroke="#fff" stroke-opacity=".5" stroke-width="3"><ellipse cx="200" cy="125" rx="240" ry="160"/>
<circle cx="200" cy="125" r="26"/><path d="M125 60h150v130H125ZM30-20q120 145 0 290M370-20q-120 145 0 290"/></g>`;

/** Draws three guernseys on the grass, the middle one in front. */
function drawScene({ kits, numbers }: (typeof HOUSE_ADS)[HouseAdName]): string {
	return `<svg viewBox="0 0 400 250" preserveAspectRatio="xMidYMid slice" font-family="Barlow Condensed, Arial Narrow, sans-serif" aria-hidden="true">
<clipPath id="body"><path d="${BODY}"/></clipPath><path d="M0 0h400v250H0Z" fill="#267f50"/>${STRIPES}${CHALK}
<g opacity=".96">${drawGuernsey(kits[0], numbers[0], "translate(72 62) scale(.98)")}${drawGuernsey(kits[2], numbers[2], "translate(230 62) scale(.98)")}</g>
${drawGuernsey(kits[1], numbers[1], "translate(137 40) scale(1.26)")}</svg>`;
}

const BALL = `<svg viewBox="0 0 40 50" width="15" height="19" aria-hidden="true"><g transform="rotate(16 20 25)"><ellipse cx="20" cy="25" rx="15.5" ry="22" fill="#ff5a3c"/><path d="M14 17l7-2.2M14.5 32.5l7 2.3" stroke="#fff" stroke-width="3.2" stroke-linecap="round"/></g></svg>`;

/** Renders a built-in ad. It fits every slot by hiding what there is no room for. */
export function renderAdPage(name: HouseAdName, language: Language, fontFaces: string): string {
	const t = getTranslator(language);
	const ad = HOUSE_ADS[name];
	const title = t(`ads.${name}.title`);
	return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<style>${fontFaces}${CSS}</style>
</head>
<body><main><a href="${ad.target}" target="_top"><div class="words"><span class="brand">${BALL}First Bounce</span>
<h1>${title}</h1><p>${t(`ads.${name}.text`)}</p><b>${t(`ads.${name}.action`)}</b></div><div class="art">${drawScene(ad)}</div></a></main></body>
</html>
`;
}
