import type { BodyOf } from "@first-bounce/contract/call";
import type { SavedTeam } from "@first-bounce/contract/team/team";
import type {
	changeTeamCaptain,
	changeTeamEmergency,
	rollBackTeam,
	swapInTeam,
} from "@first-bounce/contract/team/team-actions";
import { changeCaptain, changeEmergency } from "@first-bounce/rules/captaincy/change-marks";
import { swapPlayers } from "@first-bounce/rules/swaps/swap-players";
import { rollBack } from "@first-bounce/rules/team/rollback";
import type { TeamState } from "@first-bounce/rules/team/team-state";
import { allowed, type Ruling, refuse } from "@first-bounce/rules/violation";
import type { Manager, TeamServices } from "../read-team.ts";
import { openingOf } from "../team-state.ts";
import { actOnTeam, type Judged } from "./act-on-team.ts";

const asJudged = (ruling: Ruling<TeamState>): Ruling<Judged> => (ruling.ok ? allowed({ team: ruling.value }) : ruling);

/** `fantasy/team/swap` (decisions §6). */
export async function swap(
	services: TeamServices,
	manager: Manager,
	{ swapsPairs, version }: BodyOf<typeof swapInTeam>,
): Promise<SavedTeam> {
	const { shown } = await actOnTeam(services, manager, { action: "swap", version }, ({ team, context }) =>
		asJudged(swapPlayers(team, swapsPairs, context)),
	);
	return shown;
}

/** `fantasy/team/change-captain` (decisions §5). */
export async function giveArmband(
	services: TeamServices,
	manager: Manager,
	{ type, newId, version }: BodyOf<typeof changeTeamCaptain>,
): Promise<SavedTeam> {
	const { shown } = await actOnTeam(services, manager, { action: "change-captain", version }, ({ team, context }) =>
		asJudged(changeCaptain(team, type, newId, context)),
	);
	return shown;
}

/** `fantasy/team/change-emergency`, an extension (decisions §5). */
export async function nameEmergencies(
	services: TeamServices,
	manager: Manager,
	{ emergency, version }: BodyOf<typeof changeTeamEmergency>,
): Promise<SavedTeam> {
	const { shown } = await actOnTeam(services, manager, { action: "change-emergency", version }, ({ team, context }) =>
		asJudged(changeEmergency(team, emergency, context)),
	);
	return shown;
}

/** `fantasy/team/rollback` (decisions §6). */
export async function rollBackRound(
	services: TeamServices,
	manager: Manager,
	{ version }: BodyOf<typeof rollBackTeam>,
): Promise<SavedTeam> {
	const request = { action: "rollback", version } as const;
	const { shown } = await actOnTeam(services, manager, request, ({ row, game, team, context }) => {
		const opening = openingOf(row, game);
		if (!opening) return refuse({ code: team ? "nothing-to-roll-back" : "no-line-up" });
		const rolled = rollBack(team, opening, context);
		return rolled.ok ? allowed({ team: rolled.value, isAsOpened: true }) : rolled;
	});
	return shown;
}
