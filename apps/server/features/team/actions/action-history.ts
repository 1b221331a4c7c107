import type { SuccessOf } from "@first-bounce/contract/call";
import type { listActions, readReceipt, TeamAction } from "@first-bounce/contract/team/team-actions";
import type { UserId } from "@first-bounce/rules/ids";
import { refuse } from "../../../plugins/refusal.ts";
import { formatPublicName } from "../../names/public-name.ts";
import type { TeamServices } from "../load-team.ts";
import { type ActionRow, findActionRow, listActionRows } from "./queries.ts";

const PAGE_SIZE = 20;

const buildActionView = (row: ActionRow): TeamAction => ({
	id: row.id,
	userId: row.user_id,
	fullName: formatPublicName(row.first_name, row.last_name),
	savedAt: row.wall_at.toISOString(),
	seasonTime: row.season_at.toISOString(),
	roundId: row.round_id,
	action: row.action,
	version: row.version,
	changes: [...row.saved.changes],
	trades: [...row.saved.trades],
	tradeBefore: row.saved.tradeBefore,
	cause: row.saved.cause ? { playerId: row.saved.cause.playerId, trigger: row.saved.cause.trigger } : null,
});

/** Gets the action of a receipt. Refuses receipts of other users' teams. */
export async function getReceipt(
	{ pool, seasons }: TeamServices,
	userId: UserId,
	id: string,
): Promise<SuccessOf<typeof readReceipt>> {
	const row = await findActionRow(pool, seasons.current().seasonId, userId, id);
	if (!row) throw refuse(404, "receipt-unknown");
	const { lineup, bench, utilityId, captainId, viceCaptainId, emergency, bank } = row.saved;
	const saved = { lineup, bench, utilityId, captainId, viceCaptainId, emergency, bank };
	return { action: buildActionView(row), saved };
}

/** Lists a page of the actions on the user's team, newest first. */
export async function listTeamActions(
	{ pool, seasons }: Pick<TeamServices, "pool"> & { readonly seasons: Pick<TeamServices["seasons"], "current"> },
	userId: UserId,
	page: number,
): Promise<SuccessOf<typeof listActions>> {
	const rows = await listActionRows(pool, seasons.current().seasonId, userId, {
		offset: (page - 1) * PAGE_SIZE,
		limit: PAGE_SIZE + 1,
	});
	return {
		actions: rows.slice(0, PAGE_SIZE).map(buildActionView),
		nextPage: rows.length > PAGE_SIZE ? page + 1 : null,
	};
}
