import type { BodyOf } from "@first-bounce/contract/call";
import type { updateLeague as updateCall } from "@first-bounce/contract/leagues/league-actions";
import type { UserId } from "@first-bounce/rules/ids";
import { canChangePrivacy } from "@first-bounce/rules/leagues/league-permissions";
import { refuse } from "../../plugins/refusal.ts";
import { isRejectedName } from "../accounts/users/name-queries.ts";
import { createSquarePicture } from "../site/media/create-picture.ts";
import { deletePreviousAvatar, saveAvatar } from "./avatar.ts";
import { requireAllowedName, requireFinalsSeries, requireOpenRound } from "./create-league.ts";
import { updateFixture } from "./head-to-head/save-fixture.ts";
import { buildLeagueState, type LeagueServices } from "./league-row.ts";
import { requireCommissioner, withLockedLeague } from "./members/league-transaction.ts";
import { updateLeagueRow } from "./queries.ts";

export type LeagueChange = Omit<BodyOf<typeof updateCall>, "leagueId">;

/** Changes a league's settings. A new start round draws the fixture of a full league again. */
export async function updateLeague(
	services: LeagueServices,
	userId: UserId,
	id: number,
	change: LeagueChange,
	picture: Buffer | null,
): Promise<void> {
	const square = picture ? await createSquarePicture(picture) : change.avatar === null ? "none" : null;
	const previous = await withLockedLeague(
		services,
		{ id },
		userId,
		async ({ trx, league, season, now, hasStarted }) => {
			requireCommissioner(league, userId);
			const { name = league.name, privacy = league.privacy, colour = league.colour } = change;
			const startId = change.startId ?? league.start_id;
			if (name !== league.name) requireAllowedName(name);
			if (name !== league.name && (await isRejectedName(trx, { kind: "league", ownerId: league.id }, name)))
				throw refuse(422, "league-name-rejected");
			if (privacy !== league.privacy && !canChangePrivacy(buildLeagueState(league, season, now)))
				throw refuse(422, league.privacy === "private" ? "league-private-started" : "league-public-joined");
			const isMoved = startId !== league.start_id;
			if (isMoved && hasStarted) throw refuse(422, "league-started");
			if (isMoved) requireOpenRound(season, startId, now);
			if (isMoved && league.finals_series) requireFinalsSeries(season, startId, league.size);
			await updateLeagueRow(trx, league.id, { name, privacy, colour, start_id: startId });
			if (isMoved) await updateFixture(trx, { ...league, start_id: startId }, season, now);
			await saveAvatar(services, trx, league, square);
			return league;
		},
	);
	if (square !== null) await deletePreviousAvatar(services, previous);
}
