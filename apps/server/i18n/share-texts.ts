import { getLocale, LANGUAGES, type Language } from "@first-bounce/contract/languages";
import type { SharedContent, SharedMatchUp } from "../features/site/share/find-shared.ts";
import type { SharedHistory, SharedRecord } from "../features/site/share/shared-history.ts";
import type { ResultSnapshot, SharedDecision, TeamSnapshot } from "../features/site/share/snapshot.ts";
import { formatDollars, getTranslator, type Translate } from "./i18n.ts";
import { describeMatchUp, describeMatchUpPage, type FormatNumber } from "./match-up-texts.ts";

/** The texts of a share page, and the link of its button. */
export interface ShareTexts {
	readonly title: string;
	readonly text: string;
	readonly actionLabel: string;
	readonly actionPath: string;
	/** A line above the headline, only in the picture. */
	readonly overline: string;
	/** Only in the picture. */
	readonly headline: string;
	/** Below the text, only on the page. */
	readonly tables?: readonly ShareTable[];
}

/** A table of a share page. The first cell of a row is its heading. */
interface ShareTable {
	readonly title: string;
	readonly columns: readonly string[];
	readonly rows: readonly (readonly string[])[];
}

function describeLeague(
	{ name, code, open }: SharedContent & { readonly kind: "league" },
	translate: Translate,
): ShareTexts {
	const type = open?.type ?? "private";
	return {
		title: translate("league.title", { name }),
		text: open
			? translate(`league.${type}`, { count: open.numTeams, startId: open.startId })
			: translate("league.private"),
		actionLabel: translate("league.action"),
		actionPath: `/leagues/join/${code}`,
		headline: name,
		overline: translate(`league.overline_${type}`),
	};
}

/** Describes the overall rank with the places gained or lost, such as "1,204 overall, up 310". */
function describeRank({ overallRank, gained }: ResultSnapshot, translate: Translate): string {
	if (gained === null || gained === 0) return translate("result.overall_same", { rank: overallRank });
	const key = gained > 0 ? "result.overall_up" : "result.overall_down";
	return translate(key, { rank: overallRank, places: Math.abs(gained) });
}

/** Says what went best in the round; empty if nothing did. */
function describeHighlight({ highlights: [best] = [] }: ResultSnapshot, translate: Translate): string {
	if (!best) return "";
	const { kind, ...values } = best;
	return translate(`result.highlight.${kind}`, {
		...values,
		// Selects the plural.
		count: "won" in best ? best.won : "places" in best ? best.places : 0,
	});
}

function describeResult(
	shared: SharedContent & { readonly kind: "result" },
	round: string,
	translate: Translate,
): Pick<ShareTexts, "title" | "text"> {
	const { points, won, lost, drawn, isCorrected } = shared;
	const name = shared.teamName || translate("team");
	const sentences = [
		translate("score.points", { count: points }),
		describeHighlight(shared, translate),
		describeRank(shared, translate),
		won + lost + drawn > 0 ? translate("result.matchUps", { won, lost, drawn }) : "",
		isCorrected ? translate("result.corrected") : "",
	];
	return {
		title: translate("result.title", { name, round }),
		text: `${sentences.filter(Boolean).join(". ")}.`,
	};
}

/** Describes one of the manager's decisions in a few words, such as "Captain Kit, not Pat". */
export function describeDecision({ kind, name, other, points }: SharedDecision, translate: Translate): string {
	if (kind !== "captain") return translate(`result.call.${kind}`, { name, other });
	// If the decision cost points, `other` was captain, and `name` would have been the better choice.
	const [captain, alternative] = points < 0 ? [other, name] : [name, other];
	const names = { name: captain, other: alternative };
	if (captain === "") return translate("result.call.nobody", names);
	return translate(alternative === "" ? "result.call.captainAlone" : "result.call.captain", names);
}

/** Builds the fact of the overall rank, with the places gained or lost since the round before. */
const describeOverallRank = (
	overallRank: number,
	gained: number | null,
	translate: Translate,
	format: FormatNumber,
) => ({
	label: translate("result.overall"),
	value: format(overallRank),
	change: gained === null ? undefined : { places: gained, text: format(Math.abs(gained)) },
});

const describePoints = (points: number, format: FormatNumber) => `${points > 0 ? "+" : "−"}${format(Math.abs(points))}`;

/** Builds the texts in the picture of a result. */
function describeResultPicture(shared: ResultSnapshot, translate: Translate, format: FormatNumber) {
	const { roundRank, overallRank, gained, averagePoints, points, best, worst, won, lost, drawn, records } = shared;
	const buildDecision = (decision: SharedDecision | null, label: string) =>
		decision
			? [
					{
						label: translate(label),
						text: describeDecision(decision, translate),
						points: describePoints(decision.points, format),
						isGood: decision.points > 0,
					},
				]
			: [];
	const overall = describeOverallRank(overallRank, gained, translate, format);
	const round = { label: translate("result.round"), value: format(roundRank) };
	return {
		highlight: describeHighlight(shared, translate),
		facts: [
			// The better rank comes first, where it is shown larger.
			...(roundRank < overallRank ? [round, overall] : [overall, round]),
			{
				label: translate("result.average"),
				value: translate(`result.averageOf_${points < averagePoints ? "below" : "above"}`, {
					average: averagePoints,
					difference: Math.abs(points - averagePoints),
				}),
			},
			...(won + lost + drawn > 0
				? [{ label: translate("result.duels"), value: translate("result.winLoss", { won, lost, drawn }) }]
				: []),
		],
		decisions: [...buildDecision(best, "result.best"), ...buildDecision(worst, "result.worst")],
		more: records > 0 ? translate("result.records", { count: records }) : "",
	};
}

function describeHistory(shared: SharedHistory, translate: Translate): ShareTexts {
	const { name, code, seasons, ladder, records } = shared;
	const t: Translate = (key, data) => translate(`history.${key}`, data);
	const getName = (teamName: string | null) => teamName || t("former");
	const champion = seasons.find((season) => season.champion !== null);
	const hasMatchUps = ladder.some(({ played }) => played > 0);
	const formatNumber = (value: number) => t("number", { value });
	const describeRow = ({ won, drawn, lost, points, titles, teamName }: SharedHistory["ladder"][number]) => [
		getName(teamName),
		formatNumber(titles),
		hasMatchUps ? [won, drawn, lost].map(formatNumber).join("–") : formatNumber(points),
	];
	const formatHolder = ({ teamName, opponent }: SharedRecord) =>
		opponent === null ? getName(teamName) : t("versus", { name: getName(teamName), opponent: getName(opponent) });
	const tables = [
		{
			title: t("champions"),
			columns: [t("season"), t("champion"), t("runnerUp")],
			rows: seasons.map((season) =>
				season.champion === null
					? [season.name, t(season.isClosed ? "noChampion" : "undecided"), ""]
					: [season.name, getName(season.champion), getName(season.runnerUp)],
			),
		},
		{
			title: t("ladder"),
			columns: [t("team"), t("titles"), t(hasMatchUps ? "wonDrawnLost" : "points")],
			rows: ladder.map(describeRow),
		},
		{
			title: t("records"),
			columns: [t("record"), t("team"), t("when")],
			rows: records.map((record) => [
				t(`kinds.${record.kind}`, { count: record.value }),
				formatHolder(record),
				seasons.length === 1
					? translate("roundTitle", { id: record.round })
					: t("round", { season: record.season, id: record.round }),
			]),
		},
	];
	return {
		title: t("title", { name }),
		text: champion ? t("text", { season: champion.name, team: getName(champion.champion) }) : t("textNone"),
		actionLabel: translate(code === null ? "general.action" : "league.action"),
		actionPath: code === null ? "/" : `/leagues/join/${code}`,
		headline: name,
		overline: t("overline"),
		tables: tables.filter(({ rows }) => rows.length > 0),
	};
}

function describeShared(shared: SharedContent, translate: Translate, format: FormatNumber): ShareTexts {
	if (shared.kind === "general")
		return {
			title: translate("general.title"),
			text: translate("general.text"),
			actionLabel: translate("general.action"),
			actionPath: "/",
			overline: translate("general.overline"),
			headline: translate("general.headline"),
		};
	if (shared.kind === "league") return describeLeague(shared, translate);
	if (shared.kind === "history") return describeHistory(shared, translate);
	if (shared.kind === "matchup") return describeMatchUpPage(shared, translate, format);
	const { id, isGrandFinal } = shared.round;
	const name = shared.teamName || translate("team");
	const round = translate(isGrandFinal ? "grandFinal" : "round", { id });
	const overline = translate(isGrandFinal ? "grandFinalTitle" : "roundTitle", { id });
	const common = { actionLabel: translate("action"), actionPath: "/", headline: name, overline };
	if (shared.kind === "result") return { ...common, ...describeResult(shared, round, translate) };
	const { hidden } = shared;
	const isTrade = shared.kind === "trade";
	const hiddenNote = hidden > 0 ? translate(isTrade ? "trades.hidden" : "score.hidden", { count: hidden }) : "";
	if (isTrade) {
		const pairs = shared.trades.map((trade) => translate("trades.pair", trade)).join(translate("trades.separator"));
		return {
			...common,
			title: translate("trades.title", { name, round }),
			text: `${[pairs, hiddenNote].filter(Boolean).join(". ")}.`,
		};
	}
	const { points, isLive, isRevealed } = shared;
	if (isRevealed)
		return {
			...common,
			title: translate("score.title", { name, round }),
			text: `${translate("score.revealed")}.`,
		};
	const score =
		points === null ? translate("score.notYet") : translate(isLive ? "score.live" : "score.points", { count: points });
	return {
		...common,
		title: translate("score.title", { name, round }),
		text: `${[score, hiddenNote].filter(Boolean).join(". ")}.`,
	};
}

const PROBLEMS = ["invalid", "gone", "later"] as const;
const PICTURE_TEXTS = ["in", "out", "free", "invited", "trades", "hidden", "revealed", "live", "final"] as const;

/** Creates the texts of share pages and their pictures in one language. */
function createShareTexts(language: Language) {
	const t = getTranslator(language);
	const translate: Translate = (key, data = {}) => t(`share.${key}`, { ...data });
	const buildProblem = (name: (typeof PROBLEMS)[number]) => ({
		title: translate(`problems.${name}.title`),
		text: translate(`problems.${name}.text`),
	});
	// The font of the pictures has no narrow no-break space.
	const withPlainSpaces = (text: string) => text.replaceAll("\u202f", "\u00a0");
	const numbers = new Intl.NumberFormat(getLocale(language));
	const texts = Object.fromEntries(PICTURE_TEXTS.map((key) => [key, translate(`picture.${key}`)]));
	const formatNumber: FormatNumber = (value) => withPlainSpaces(numbers.format(value));
	const plainTranslate: Translate = (key, data) => withPlainSpaces(translate(key, data));
	return {
		buildTexts: (shared: SharedContent) => describeShared(shared, translate, formatNumber),
		/** Texts for a link that leads nowhere. They do not repeat any part of the link, which anybody can write. */
		problems: {
			invalid: buildProblem("invalid"),
			gone: buildProblem("gone"),
			later: buildProblem("later"),
			home: translate("problems.home"),
		},
		picture: {
			...(texts as Record<(typeof PICTURE_TEXTS)[number], string>),
			number: formatNumber,
			dollars: (value: number) => withPlainSpaces(formatDollars(value, language)),
			more: (count: number) => translate("picture.more", { count }),
			result: (shared: ResultSnapshot) => describeResultPicture(shared, plainTranslate, formatNumber),
			matchUp: (shared: SharedMatchUp) => describeMatchUp(shared, plainTranslate, formatNumber),
			teamFacts: ({ overallRank, best }: TeamSnapshot) => [
				...(overallRank === undefined ? [] : [describeOverallRank(overallRank, null, plainTranslate, formatNumber)]),
				...(best
					? [
							{
								label: translate("result.best"),
								value: `${best.name} ${describePoints(best.points, formatNumber)}`,
							},
						]
					: []),
			],
			joined: (count: number) => translate("picture.joined", { count }),
			champions: translate("history.champions"),
			former: translate("history.former"),
		},
	};
}

export type ShareCatalogue = ReturnType<typeof createShareTexts>;

export const SHARE_TEXTS: Readonly<Record<Language, ShareCatalogue>> = Object.fromEntries(
	LANGUAGES.map((language) => [language, createShareTexts(language)]),
) as Record<Language, ShareCatalogue>;
