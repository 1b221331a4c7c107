import type { SharedContent } from "../features/site/share/find-shared.ts";
import type { ShareCatalogue, ShareWords } from "./share-words.ts";

const number = new Intl.NumberFormat("fr-FR");
const round = ({ id, isGrandFinal }: { readonly id: number; readonly isGrandFinal: boolean }): string =>
	isGrandFinal ? "Grande Finale" : `journée ${id}`;
/** Below two it is one, in French. */
const count = (many: number, one: string, more: string): string => `${number.format(many)} ${many < 2 ? one : more}`;
const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

const A_TEAM = "Une équipe de First Bounce";

function words(shared: SharedContent): ShareWords {
	if (shared.kind === "general")
		return {
			title: "First Bounce : le fantasy du football australien féminin",
			text: "Choisissez 21 joueuses, nommez une capitaine et battez vos amis. Gratuit.",
			act: "Jouer à First Bounce",
			to: "/",
			overline: "Fantasy",
			headline: "Vos 21. Son premier rebond.",
		};
	if (shared.kind === "league") {
		const { name, code, open } = shared;
		const kind = open?.type === "h2h" ? "ligue en duels" : "ligue ouverte";
		return {
			title: `Rejoignez ${name} sur First Bounce`,
			text: open
				? `Une ${kind} publique de ${count(open.numTeams, "équipe", "équipes")}, dès la journée ${open.startId}.`
				: "Une ligue privée vous attend.",
			act: "Voir la ligue",
			to: `/leagues/join/${code}`,
			headline: name,
			overline: open ? capital(kind) : "Ligue privée",
		};
	}
	const name = shared.teamName || A_TEAM;
	const where = round(shared.round);
	const common = { act: "Choisir vos 21", to: "/", headline: name, overline: capital(where) };
	if (shared.kind === "trade") {
		const { trades, hidden } = shared;
		const made = trades.map((trade) => `${trade.out} sort, ${trade.in} entre`).join(" ; ");
		const rest =
			hidden > 0 ? `${count(hidden, "échange visible", "échanges visibles")} une fois les joueuses verrouillées` : "";
		return { ...common, title: `${name} : échanges, ${where}`, text: `${[made, rest].filter(Boolean).join(". ")}.` };
	}
	const { points, isLive, hidden } = shared;
	const score =
		points === null ? "Pas encore commencé" : `${count(points, "point", "points")}${isLive ? ", en direct" : ""}`;
	const rest = hidden > 0 ? `. ${count(hidden, "joueuse reste", "joueuses restent")} à découvrir` : "";
	return { ...common, title: `${name}, ${where}`, text: `${score}${rest}.` };
}

/** Everything that is said of what people share, in French. */
export const shareFr: ShareCatalogue = {
	words,
	faults: {
		invalid: { title: "Partage non valable", text: "Le lien est cassé ou coupé. Demandez-le de nouveau." },
		gone: { title: "Il n’y a plus rien ici", text: "Ce que ce lien montrait a été retiré." },
		later: { title: "Cela n’a pas marché", text: "Réessayez dans un instant." },
		home: "Aller à First Bounce",
	},
	picture: {
		number: (value) => number.format(value).replaceAll("\u202f", "\u00a0"),
		dollars: (value) => `${number.format(value).replaceAll("\u202f", "\u00a0")}\u00a0$`,
		more: (rest) => `+ ${rest} autres`,
		in: "+",
		out: "−",
		free: "Gratuit",
		invited: "Une invitation pour vous",
		trades: "Échanges",
		joined: (teams) => `${count(teams, "équipe", "équipes")} déjà`,
		hidden: "Visibles une fois verrouillées",
		live: "En direct",
		final: "Score définitif",
	},
};
