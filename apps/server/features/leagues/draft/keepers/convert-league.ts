import type { DraftSettings } from "@first-bounce/contract/draft/draft-settings";
import { getSquadSize } from "@first-bounce/rules/draft/squad-rules";
import { findRound } from "@first-bounce/rules/round/round";
import { refuse } from "../../../../plugins/refusal.ts";
import type { SeasonSnapshot } from "../../../seasons/current/season-snapshot.ts";
import { type LockedDraft, type RoomChange, saveChange } from "../room.ts";
import { insertFuturePicks } from "./queries.ts";

export const buildFormatColumns = ({
	format,
	maxKeepers,
	maxKeeperYears,
	minDelists,
}: Pick<DraftSettings, "format" | "maxKeepers" | "maxKeeperYears" | "minDelists">) => ({
	format,
	max_keepers: maxKeepers,
	max_keeper_years: maxKeeperYears,
	min_delists: minDelists,
});

/** The settings that may change between two seasons. */
export const FORMAT_SETTINGS = ["format", "maxKeepers", "maxKeeperYears", "minDelists"];

/** Whether the last round of the fantasy season is complete. */
export const isSeasonOver = ({ rounds, rules }: Pick<SeasonSnapshot, "rounds" | "rules">): boolean =>
	findRound(rounds, rules.lastRound)?.status === "complete";

/** Converts a league whose season is over, and so decides whether its squads are continued next season. */
export async function convertBetweenSeasons(
	locked: LockedDraft,
	settings: DraftSettings,
	log: RoomChange["log"],
): Promise<void> {
	const { trx, league, season } = locked;
	if (!isSeasonOver(season)) throw refuse(409, "league-not-over");
	await saveChange(locked, { draft: buildFormatColumns(settings), log });
	// A redraft league keeps its picks unused, so that trades of them are not lost if it is converted back.
	if (settings.format !== "redraft") await insertFuturePicks(trx, league.id, getSquadSize(settings.squad));
}
