import type { BodyOf, SuccessOf } from "@first-bounce/contract/call";
import { LEAGUE_COLOURS } from "@first-bounce/contract/constants";
import type { League } from "@first-bounce/contract/leagues/league";
import type { createLeague, updateLeague } from "@first-bounce/contract/leagues/league-actions";
import type { showRecoverableLeagues } from "@first-bounce/contract/leagues/league-recover";
import type { ChangeableSettings, NewLeagueSettings } from "@first-bounce/contract/leagues/league-settings";
import { checkFinalsSeries, type SeriesViolation } from "@first-bounce/rules/head-to-head/finals-rounds";
import { getMaxEliminationSize, type LeagueClass, MIN_ELIMINATION_SIZE } from "@first-bounce/rules/leagues/league";
import { hasRoundStarted, type Round } from "@first-bounce/rules/round/round";
import type { Season } from "../../../api/season-model.ts";
import {
	buildDefaultDraft,
	buildDraftForm,
	buildNewDraft,
	DEFAULT_DRAFT_SIZE,
	DRAFT_SIZES,
	type DraftForm,
} from "./draft-form.ts";
import { listLeagueRounds } from "./fixture-rounds.ts";

export type LeagueColour = (typeof LEAGUE_COLOURS)[number];
export type FormerLeague = SuccessOf<typeof showRecoverableLeagues>["leagues"][number];

export interface LeagueForm extends Readonly<Omit<NewLeagueSettings, "class" | "draft">> {
	readonly class: LeagueClass;
	/** Of draft leagues only. */
	readonly draft: DraftForm;
	readonly name: string;
	/** Null if no round is left to start in. */
	readonly startId: number | null;
	readonly colour: LeagueColour | null;
}
/** The fields of the form that the commissioner may change later. */
export type LeagueDetails = Pick<LeagueForm, "name" | "startId" | "colour" | "size" | keyof ChangeableSettings>;

const findColour = (name: string): LeagueColour | null => LEAGUE_COLOURS.find((colour) => colour === name) ?? null;

/** Rounds that a league can start in: scheduled and with the first match still to come. */
export const listStartRounds = (rounds: readonly Round[], now: number, lastRound: number): readonly number[] =>
	rounds.filter((round) => round.id <= lastRound && !hasRoundStarted(round, now)).map(({ id }) => id);

/** The form of a new league: private, two teams, with finals, percentage, first scheduled round (D2.9.10). */
export const buildDefaultForm = (starts: readonly number[], sizes: readonly number[]): LeagueForm => ({
	name: "",
	startId: starts[0] ?? null,
	privacy: "private",
	class: "regular",
	draft: buildDefaultDraft(),
	type: "open",
	size: sizes[0] ?? 2,
	finals: true,
	finalsSeries: false,
	consolationGames: false,
	medianGame: false,
	averageGame: true,
	h2hTiebreaker: "percentage",
	colour: null,
});

export const buildRecoveryForm = (
	defaults: LeagueForm,
	former: FormerLeague,
	sizes: readonly number[],
): LeagueForm => ({
	startId: defaults.startId,
	name: former.name,
	privacy: former.privacy,
	class: former.class,
	draft: former.draft ? { ...buildDraftForm(former.draft, former.size), draftStart: null } : defaults.draft,
	type: former.type,
	size: former.type !== "h2h" || former.class === "draft" || sizes.includes(former.size) ? former.size : defaults.size,
	finals: former.finals,
	finalsSeries: former.finalsSeries,
	consolationGames: former.consolationGames,
	medianGame: former.medianGame,
	averageGame: former.class === "draft" ? former.averageGame : defaults.averageGame,
	h2hTiebreaker: former.h2hTiebreaker,
	colour: findColour(former.colour),
});

type SeasonSizes = Pick<Season, "rounds" | "rules">;

/** The sizes that a league of this type and start may have; an elimination league depends on the rounds left. */
export function listSizes(
	{ class: leagueClass, type, startId }: Pick<LeagueForm, "class" | "type" | "startId">,
	season: SeasonSizes,
): readonly number[] {
	if (leagueClass === "draft") return DRAFT_SIZES;
	if (type !== "elimination") return season.rules.leagues.h2hSizes;
	const most = getMaxEliminationSize(startId === null ? 1 : listLeagueRounds({ startId }, season).length);
	return Array.from({ length: most - MIN_ELIMINATION_SIZE + 1 }, (_, index) => MIN_ELIMINATION_SIZE + index);
}

/** The size that a league of this kind begins with. An elimination league has room for as many as the rounds allow. */
export function getFirstSize(form: Pick<LeagueForm, "class" | "type" | "startId">, season: SeasonSizes): number {
	if (form.class === "draft") return DEFAULT_DRAFT_SIZE;
	return listSizes(form, season).at(form.type === "elimination" ? -1 : 0) ?? 0;
}

/** The size in the form. If type or start round do not allow it, the next larger size, or the largest. */
export function fitSize(form: Pick<LeagueForm, "class" | "type" | "startId" | "size">, season: SeasonSizes): number {
	const sizes = listSizes(form, season);
	return sizes.find((size) => size >= form.size) ?? sizes.at(-1) ?? form.size;
}

/** Why the league in the form cannot end with a finals series; null if it can. */
export const checkSeries = (
	{ startId, size }: Pick<LeagueForm, "startId" | "size">,
	season: SeasonSizes,
): SeriesViolation | null =>
	checkFinalsSeries(size, startId === null ? [] : listLeagueRounds({ startId }, season), season.rules);

/** The body of the create call; null without a name or a round to start in. */
export function buildCreateBody(form: LeagueForm, formerId: number | null): BodyOf<typeof createLeague> | null {
	const { colour, startId, finalsSeries, consolationGames, medianGame, averageGame, ...others } = form;
	const { class: leagueClass, draft, ...fields } = others;
	const name = form.name.trim();
	if (name === "" || startId === null) return null;
	return {
		...fields,
		name,
		startId,
		// A server of the previous release refuses fields that it does not know.
		...(leagueClass === "draft" ? { class: leagueClass, type: "h2h", averageGame, draft: buildNewDraft(draft) } : {}),
		...(finalsSeries ? { finalsSeries } : {}),
		...(consolationGames ? { consolationGames } : {}),
		...(medianGame ? { medianGame } : {}),
		...(colour === null ? {} : { colour }),
		...(formerId === null ? {} : { leagueId: formerId }),
	};
}

export const getLeagueDetails = (league: League): LeagueDetails => ({
	name: league.name,
	startId: league.startId,
	privacy: league.privacy,
	size: league.size,
	consolationGames: league.consolationGames,
	medianGame: league.medianGame,
	averageGame: league.averageGame,
	colour: findColour(league.colour),
});

/** Lists the sizes that an existing league can be changed to; empty if its size is fixed. */
export const listAllowedSizes = (league: League, { rules }: Pick<Season, "rules">): readonly number[] =>
	league.class !== "draft" && canChangeOptions(league)
		? rules.leagues.h2hSizes.filter((size) => size >= league.numTeams)
		: [];

/** Whether the options of a head-to-head league may still be changed: until the league starts or, in a draft league, its draft. */
export const canChangeOptions = ({ type, class: leagueClass, draftStatus, may }: League): boolean =>
	leagueClass === "draft"
		? may.edit && (draftStatus === "setup" || draftStatus === "scheduled")
		: type === "h2h" && may.changeStart;

/** The body of the update call, without the fields that may no longer change. */
export function buildUpdateBody(
	league: League,
	{ name, startId, privacy, colour, ...options }: LeagueDetails,
): BodyOf<typeof updateLeague> {
	const changedOptions = (["size", "consolationGames", "medianGame", "averageGame"] as const).filter(
		(name) => canChangeOptions(league) && options[name] !== league[name],
	);
	return {
		leagueId: league.id,
		name: name.trim(),
		...(league.may.changeStart && startId !== null ? { startId } : {}),
		...(league.may.changePrivacy ? { privacy } : {}),
		// A server of the previous release refuses fields that it does not know.
		...Object.fromEntries(changedOptions.map((name) => [name, options[name]])),
		...(colour === null ? {} : { colour }),
	};
}
