import type { BodyOf } from "@first-bounce/contract/call";
import type { updateLeague as updateCall } from "@first-bounce/contract/leagues/league-actions";
import type { UserId } from "@first-bounce/rules/ids";
import { canChangePrivacy } from "@first-bounce/rules/leagues/permissions";
import { refuse } from "../../plugins/refusal.ts";
import { isRejectedName } from "../accounts/users/team-names.ts";
import { createSquarePicture } from "../site/media/create-square-picture.ts";
import { deleteFormerAvatar, saveAvatar } from "./avatar.ts";
import { requireFitName, requireOpenRound } from "./create-league.ts";
import { updateFixture } from "./head-to-head/fixture.ts";
import { buildLeagueState, type LeagueServices } from "./league-row.ts";
import { requireCommissioner, withLockedLeague } from "./members/locked-league.ts";

export type LeagueChange = Omit<BodyOf<typeof updateCall>, "leagueId">;

/**
 * Changes what is named and differs; another start round draws a full league's fixture anew (decisions §8). A new
 * picture replaces the one before, null takes it away.
 */
export async function updateLeague(
	services: LeagueServices,
	userId: UserId,
	id: number,
	change: LeagueChange,
	picture: Buffer | null,
): Promise<void> {
	const square = picture ? await createSquarePicture(picture) : change.avatar === null ? "none" : null;
	const former = await withLockedLeague(
		services,
		{ id },
		userId,
		async ({ transaction, league, season, now, hasBegun }) => {
			requireCommissioner(league, userId);
			const { name = league.name, privacy = league.privacy, colour = league.colour } = change;
			const startId = change.startId ?? league.start_id;
			if (name !== league.name) requireFitName(name);
			if (name !== league.name && (await isRejectedName(transaction, "league", league.id, name)))
				throw refuse(422, "league-name-rejected");
			if (privacy !== league.privacy && !canChangePrivacy(buildLeagueState(league, season, now)))
				throw refuse(422, league.privacy === "private" ? "league-private-started" : "league-public-joined");
			const moves = startId !== league.start_id;
			if (moves && hasBegun) throw refuse(422, "league-started");
			if (moves) requireOpenRound(season, startId, now);
			await transaction
				.updateTable("leagues")
				.set({ name, privacy, colour, start_id: startId })
				.where("id", "=", league.id)
				.execute();
			if (moves) await updateFixture(transaction, { ...league, start_id: startId }, season);
			await saveAvatar(services, transaction, league, square);
			return league;
		},
	);
	if (square !== null) await deleteFormerAvatar(services, former);
}
