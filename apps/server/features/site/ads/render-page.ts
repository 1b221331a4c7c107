import type { Language } from "@first-bounce/contract/languages";

export type AdPage = "top-lb" | "top-lb-mob" | "bottom-lb" | "bottom-lb-mob";
interface AdText {
	readonly text: string;
	readonly act: string;
	readonly to: string;
}

const en: Readonly<Record<AdPage, AdText>> = {
	"top-lb": { text: "Who has the better eye, you or your friends?", act: "Start a league", to: "/leagues/create" },
	"top-lb-mob": { text: "Beat your friends.", act: "Start a league", to: "/leagues/create" },
	"bottom-lb": { text: "Every rule on one page, with worked examples.", act: "Read the rules", to: "/help/game-rules" },
	"bottom-lb-mob": { text: "Every rule, on one page.", act: "Read them", to: "/help/game-rules" },
};
const fr: Readonly<Record<AdPage, AdText>> = {
	"top-lb": { text: "Qui a l’œil, vous ou vos amis ?", act: "Créer une ligue", to: "/leagues/create" },
	"top-lb-mob": { text: "Battez vos amis.", act: "Créer une ligue", to: "/leagues/create" },
	"bottom-lb": {
		text: "Toutes les règles sur une page, avec des exemples.",
		act: "Lire les règles",
		to: "/help/game-rules",
	},
	"bottom-lb-mob": { text: "Toutes les règles, sur une page.", act: "Les lire", to: "/help/game-rules" },
};
/** What the shipped ad pages say, by the name of the page: the game's own notices, until an operator has others. */
const AD_TEXTS: Readonly<Record<Language, typeof en>> = { en, fr };
export const AD_PAGES = Object.keys(en) as AdPage[];

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

/** One of the framed pages, complete. */
export function renderPage(page: AdPage, language: Language): string {
	const { text, act, to } = AD_TEXTS[language][page];
	return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${text}</title>
<style>${CSS}</style>
</head>
<body><main><a href="${to}" target="_top"><span>${text}</span><b>${act}</b></a></main></body>
</html>
`;
}
