import { INVALID_SHARE_TYPE } from "@first-bounce/contract/site/share-link";
import type { SharedContent } from "../features/site/share/find-shared.ts";
import type { ShareCatalogue, ShareWords } from "./share-words.ts";

const number = new Intl.NumberFormat("en-AU");
const round = ({ id, isGrandFinal }: { readonly id: number; readonly isGrandFinal: boolean }): string =>
	isGrandFinal ? "the Grand Final" : `round ${id}`;
const count = (many: number, one: string, more: string): string => `${number.format(many)} ${many === 1 ? one : more}`;
const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

const A_TEAM = "A First Bounce team";

function words(shared: SharedContent): ShareWords {
	if (shared.kind === "general")
		return {
			title: "First Bounce: fantasy football for the women's game",
			text: "Pick 21 players, name a captain and beat your friends. Free to play.",
			act: "Play First Bounce",
			to: "/",
			overline: "Fantasy football",
			headline: "Your 21. Her first bounce.",
		};
	if (shared.kind === "league") {
		const { name, code, open } = shared;
		const kind = open?.type === "h2h" ? "head-to-head league" : "open league";
		return {
			title: `Join ${name} on First Bounce`,
			text: open
				? `A public ${kind} with ${count(open.numTeams, "team", "teams")}, from round ${open.startId}.`
				: "You are invited to a private league.",
			act: "See the league",
			to: `/leagues/join/${code}`,
			headline: name,
			overline: open ? capital(kind) : "Private league",
		};
	}
	const name = shared.teamName || A_TEAM;
	const where = round(shared.round);
	const common = { act: "Pick your own 21", to: "/", headline: name, overline: capital(where) };
	if (shared.kind === "trade") {
		const { trades, hidden } = shared;
		const made = trades.map((trade) => `${trade.out} out, ${trade.in} in`).join("; ");
		const rest = hidden > 0 ? `${count(hidden, "trade", "trades")} shown once the players have locked` : "";
		return { ...common, title: `${name}: trades of ${where}`, text: `${[made, rest].filter(Boolean).join(". ")}.` };
	}
	const { points, isLive, hidden } = shared;
	const score = points === null ? "Not yet under way" : `${count(points, "point", "points")}${isLive ? ", live" : ""}`;
	const rest = hidden > 0 ? `. ${count(hidden, "player is", "players are")} still to be shown` : "";
	return { ...common, title: `${name} in ${where}`, text: `${score}${rest}.` };
}

/** Everything that is said of what people share, in English. */
export const shareEn: ShareCatalogue = {
	words,
	faults: {
		invalid: { title: INVALID_SHARE_TYPE, text: "The link is broken or was cut short. Ask for it again." },
		gone: { title: "Nothing here any more", text: "What this link showed has been taken away." },
		later: { title: "That did not work", text: "Please try again in a moment." },
		home: "Go to First Bounce",
	},
	picture: {
		number: (value) => number.format(value),
		dollars: (value) => `$${number.format(value)}`,
		more: (rest) => `+ ${rest} more`,
		in: "IN",
		out: "OUT",
		free: "Free to play",
		invited: "You are invited",
		trades: "Trades",
		joined: (teams) => `${teams} in so far`,
		hidden: "Players show as they lock",
		live: "Live",
		final: "Final score",
	},
};
