import type { SuccessOf } from "@first-bounce/contract/call";
import type { showDraftRecap } from "@first-bounce/contract/draft/draft";
import type { Season } from "../../../../api/season-model.ts";
import { getFullName } from "../../../../players/player-format.ts";
import { formatCsvRows } from "../../../../sharing/download-file.ts";
import type { RoomModel } from "../model/draft-room.ts";

const HEADINGS = [
	"team",
	"player",
	"pick",
	"round",
	"position",
	"club",
	"madeBy",
	"projectedPoints",
	"projectedRank",
] as const;

interface Context {
	readonly model: Pick<RoomModel, "seatById">;
	readonly season: Pick<Season, "playerById">;
}

/** Formats a draft as CSV. The first columns are those with which a draft is entered: a team without a name has its id. */
export function formatDraftCsv(picks: SuccessOf<typeof showDraftRecap>["picks"], { model, season }: Context): string {
	const rows = picks.map((pick) => {
		const player = season.playerById.get(pick.playerId);
		return [
			model.seatById.get(pick.teamId)?.teamName || pick.teamId,
			player ? getFullName(player) : String(pick.playerId),
			pick.overallPick,
			pick.round,
			player?.position.join("/") ?? "",
			player?.squad.abbreviation ?? "",
			pick.madeBy,
			Math.round(pick.projectedPoints),
			pick.projectedRank,
		];
	});
	return formatCsvRows([HEADINGS, ...rows]);
}
