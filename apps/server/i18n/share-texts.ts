import { getLocale, LANGUAGES, type Language } from "@first-bounce/contract/languages";
import type { SharedContent } from "../features/site/share/find-shared.ts";
import { formatDollars, getTranslator, type Translate } from "./i18n.ts";

/** The texts of a share page, and the link of its button. */
export interface ShareTexts {
	readonly title: string;
	readonly text: string;
	readonly actionLabel: string;
	readonly actionPath: string;
	/** Lines that are only in the picture. */
	readonly overline: string;
	readonly headline: string;
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

function describeShared(shared: SharedContent, translate: Translate): ShareTexts {
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
	const { hidden } = shared;
	const { id, isGrandFinal } = shared.round;
	const name = shared.teamName || translate("team");
	const round = translate(isGrandFinal ? "grandFinal" : "round", { id });
	const overline = translate(isGrandFinal ? "grandFinalTitle" : "roundTitle", { id });
	const common = { actionLabel: translate("action"), actionPath: "/", headline: name, overline };
	const isTrade = shared.kind === "trade";
	const rest = hidden > 0 ? translate(isTrade ? "trades.hidden" : "score.hidden", { count: hidden }) : "";
	if (isTrade) {
		const pairs = shared.trades.map((trade) => translate("trades.pair", trade)).join(translate("trades.separator"));
		return {
			...common,
			title: translate("trades.title", { name, round }),
			text: `${[pairs, rest].filter(Boolean).join(". ")}.`,
		};
	}
	const { points, isLive } = shared;
	const score =
		points === null ? translate("score.notYet") : translate(isLive ? "score.live" : "score.points", { count: points });
	return {
		...common,
		title: translate("score.title", { name, round }),
		text: `${[score, rest].filter(Boolean).join(". ")}.`,
	};
}

const FAULTS = ["invalid", "gone", "later"] as const;
const PICTURE_TEXTS = ["in", "out", "free", "invited", "trades", "hidden", "live", "final"] as const;

/** The texts of share pages and their pictures in one language. */
function createShareTexts(language: Language) {
	const t = getTranslator(language);
	const translate: Translate = (key, data = {}) => t(`share.${key}`, { ...data });
	const fault = (name: (typeof FAULTS)[number]) => ({
		title: translate(`faults.${name}.title`),
		text: translate(`faults.${name}.text`),
	});
	// The pictures' font has no narrow space.
	const withPlainSpaces = (text: string) => text.replaceAll("\u202f", "\u00a0");
	const numbers = new Intl.NumberFormat(getLocale(language));
	const texts = Object.fromEntries(PICTURE_TEXTS.map((key) => [key, translate(`picture.${key}`)]));
	return {
		buildTexts: (shared: SharedContent) => describeShared(shared, translate),
		/** Texts for a link that leads nowhere. They never repeat a part of the link. */
		faults: { invalid: fault("invalid"), gone: fault("gone"), later: fault("later"), home: translate("faults.home") },
		picture: {
			...(texts as Record<(typeof PICTURE_TEXTS)[number], string>),
			number: (value: number) => withPlainSpaces(numbers.format(value)),
			dollars: (value: number) => withPlainSpaces(formatDollars(value, language)),
			more: (count: number) => translate("picture.more", { count }),
			joined: (count: number) => translate("picture.joined", { count }),
		},
	};
}

export type ShareCatalogue = ReturnType<typeof createShareTexts>;

export const SHARE_TEXTS: Readonly<Record<Language, ShareCatalogue>> = Object.fromEntries(
	LANGUAGES.map((language) => [language, createShareTexts(language)]),
) as Record<Language, ShareCatalogue>;
