import { z } from "zod";
import { count, id } from "../fields.ts";

const wholePercent = z.int().min(0).max(100);

/**
 * /json/fantasy/{season}/draft_ownership/{round}.json: who was owned, started, added and dropped across draft leagues, in whole
 * percentages. Mock drafts do not count.
 */
export const draftOwnershipFile = z.object({
	roundId: id,
	/** How many leagues and teams were counted. Below 100 teams there are no players. */
	leagues: count,
	teams: count,
	players: z.array(
		z.object({
			id,
			/** Of the leagues. */
			ownedPercent: wholePercent,
			/** Of the teams: on field, or as a utility that scores. */
			startedPercent: wholePercent,
			/** Of the leagues: those in which a team added or dropped her before the round, undone changes not counted. */
			addedPercent: wholePercent,
			droppedPercent: wholePercent,
		}),
	),
});
export type DraftOwnershipFile = z.output<typeof draftOwnershipFile>;

/** /json/fantasy/{season}/draft_positions.json: how early players were picked in drafts that were held here. */
export const draftPositionsFile = z.object({
	/** How many drafts were counted. */
	drafts: count,
	/** Players who were picked in at least ten of them, the earliest first. */
	players: z.array(
		z.object({
			id,
			/** The mean number of the pick, as a whole number. */
			averagePick: z.int().positive(),
			/** Of the drafts. */
			draftedPercent: wholePercent,
		}),
	),
});
export type DraftPositionsFile = z.output<typeof draftPositionsFile>;
