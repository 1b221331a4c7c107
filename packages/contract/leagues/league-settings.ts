import { TIEBREAKERS } from "@first-bounce/rules/head-to-head/ladder";
import { LEAGUE_CLASSES, LEAGUE_PRIVACIES, LEAGUE_TYPES } from "@first-bounce/rules/leagues/league";
import { z } from "zod";
import { newDraftSettings } from "../draft/draft-settings.ts";

export const leagueType = z.enum(LEAGUE_TYPES);
export const leaguePrivacy = z.enum(LEAGUE_PRIVACIES);
export const tiebreaker = z.enum(TIEBREAKERS);

/** Whether the teams outside the finals play each other meanwhile; without an effect in a league without finals. */
const consolationGames = z.boolean();
/** Whether each team also plays against the median of the league's scores in every round. */
const medianGame = z.boolean();
/** Whether the team with a bye plays against the average of the league's scores instead, in draft leagues. */
const averageGame = z.boolean();

/** What the commissioner of a new league chooses besides its name and start, with the value of each field that is left out. */
export const newLeagueSettings = z.object({
	privacy: leaguePrivacy.default("private"),
	type: leagueType.default("open"),
	/** A draft league is head-to-head whatever its type, and starts in the first round after its draft. */
	class: z.enum(LEAGUE_CLASSES).optional(),
	/** Settings of the draft, of draft leagues only. */
	draft: newDraftSettings.optional(),
	/**
	 * Draft: 4 to 14. Head-to-head: one of the season's sizes. Elimination: 2 up to one more than rounds left. Ignored for
	 * open leagues.
	 */
	size: z.int().default(2),
	finals: z.boolean().default(true),
	/** Whether the top four play semi-finals a round before the grand final, if the season allows it. */
	finalsSeries: z.boolean().default(false),
	consolationGames: consolationGames.default(false),
	medianGame: medianGame.default(false),
	averageGame: averageGame.default(false),
	h2hTiebreaker: tiebreaker.default("percentage"),
});
export type NewLeagueSettings = z.output<typeof newLeagueSettings>;

/** The settings that may be changed later; the options of head-to-head leagues until the league starts. */
export const changeableSettings = z.object({ privacy: leaguePrivacy, consolationGames, medianGame, averageGame });
export type ChangeableSettings = z.output<typeof changeableSettings>;

/** The settings of head-to-head leagues, which are fixed at creation. */
export const headToHeadSettings = z.object({
	finals: z.boolean(),
	finalsSeries: z.boolean(),
	h2hTiebreaker: tiebreaker,
});
