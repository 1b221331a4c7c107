import type { SharedMatchUp } from "../features/site/share/find-shared.ts";
import type { Translate } from "./i18n.ts";

export type FormatNumber = (value: number) => string;

/** Formats the names, scores and verdict of a match-up, and the title and text of its share page. */
export function describeMatchUp(shared: SharedMatchUp, translate: Translate, format: FormatNumber) {
	const { final, own, opponent, outcome, isLive, leagueName } = shared;
	const former = translate("history.former");
	const [ownName, opponentName] = [own.teamName || former, opponent.teamName || former];
	const [ownPoints, opponentPoints] = [own.points ?? 0, opponent.points ?? 0];
	const margin = Math.abs(ownPoints - opponentPoints);
	const leader = ownPoints > opponentPoints ? ownName : opponentName;
	const getVerdict = () => {
		if (outcome === "drawn") return translate("matchup.drawn");
		if (outcome !== null && margin === 0)
			return translate("matchup.placed", { name: outcome === "won" ? ownName : opponentName });
		if (outcome !== null) return translate("matchup.won", { name: leader, count: margin });
		if (!isLive) return translate("matchup.ahead");
		return margin === 0 ? translate("matchup.level") : translate("matchup.leads", { name: leader, count: margin });
	};
	const round = translate(final === null ? "roundTitle" : `matchup.${final}`, { id: shared.round.id });
	const isChampion = final === "grand-final" && outcome === "won";
	return {
		ownName,
		opponentName,
		league: leagueName,
		round,
		ownScore: own.points === null ? "–" : format(own.points),
		opponentScore: opponent.points === null ? "–" : format(opponent.points),
		verdict: getVerdict(),
		champions: translate("matchup.champions"),
		beat: translate("matchup.beat", { name: opponentName }),
		score: own.points === null ? "" : `${format(ownPoints)}–${format(opponentPoints)}`,
		title: isChampion
			? translate("matchup.championTitle", { name: ownName, league: leagueName })
			: translate("matchup.title", { name: ownName, opponent: opponentName }),
		text: translate("matchup.text", { round, league: leagueName }),
	};
}

export function describeMatchUpPage(shared: SharedMatchUp, translate: Translate, format: FormatNumber) {
	const { title, text, verdict, ownName, score, round, league } = describeMatchUp(shared, translate, format);
	const corrected = shared.isCorrected ? translate("result.corrected") : "";
	return {
		title,
		// Only a question, before the round, ends with its own mark.
		text: [league === "" ? round : text, score, verdict, corrected].filter(Boolean).join(". ").replace(/[^?]$/, "$&."),
		actionLabel: translate("action"),
		actionPath: "/",
		overline: round,
		headline: ownName,
	};
}
