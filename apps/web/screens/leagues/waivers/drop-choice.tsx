import type { PlayerId } from "@first-bounce/rules/ids";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import { formatPoints } from "../../../i18n/format.ts";
import { getRoundProjection } from "../../../players/team-score.ts";
import styles from "../frame/player-choice.module.css";
import { PlayerChoice, preventSubmit } from "../frame/player-choice.tsx";
import { findChangeProblem } from "./squad-change.ts";
import { useWaivers, type Waivers } from "./use-waivers.tsx";

/** Finds why a player of the user's squad cannot be dropped for another player now; null if she can. */
function findDropProblem(waivers: Waivers, add: PlayerId, drop: PlayerId): "locked" | "protected" | "no-place" | null {
	const { ownTeam, season, league, isLocked, protectedIds } = waivers;
	if (protectedIds.has(drop)) return "protected";
	const change = { squad: ownTeam?.placedIds ?? [], add, drop };
	const problem = findChangeProblem(change, { season, rules: league.squad, isLocked });
	if (problem === null) return null;
	return problem === "player-locked" ? "locked" : "no-place";
}

/** Lists the squad by expected points, the least first, and last the players who cannot be dropped. */
const listDrops = (waivers: Waivers, add: PlayerId) =>
	(waivers.ownTeam?.placedIds ?? [])
		.flatMap((id) => waivers.season.playerById.get(id) ?? [])
		.map((player) => ({ player, problem: findDropProblem(waivers, add, player.id) }))
		.sort(
			(a, b) =>
				Number(a.problem !== null) - Number(b.problem !== null) ||
				a.player.stats.estimate - b.player.stats.estimate ||
				a.player.id - b.player.id,
		);

/**
 * Finds the player who is preselected to be dropped: the player in the address if she can be dropped, nobody if there is room, else
 * the player with the least expected points.
 */
export function findFirstDrop(
	waivers: Waivers,
	{ playerId, dropId }: { readonly playerId: PlayerId; readonly dropId: PlayerId | null },
	hasRoom: boolean,
): PlayerId | null {
	const drops = listDrops(waivers, playerId).filter(({ problem }) => problem === null);
	const asked = drops.find(({ player }) => player.id === dropId);
	if (!asked && hasRoom) return null;
	return (asked ?? drops[0])?.player.id ?? null;
}

interface Props {
	readonly playerId: PlayerId;
	/** Whether the squad has a place for her. */
	readonly hasRoom: boolean;
	readonly value: PlayerId | null;
	readonly onChange: (id: PlayerId | null) => void;
}

/** Chooses the player to drop, with the reason why others cannot be dropped. */
export const DropChoice = ({ playerId, hasRoom, value, onChange }: Props) => {
	const { t } = useTranslation();
	const waivers = useWaivers();
	const group = useId();
	const buildInput = (id: PlayerId | null, disabled = false) => ({
		type: "radio" as const,
		name: group,
		checked: value === id,
		disabled,
		onChange: () => onChange(id),
	});
	return (
		<fieldset className={styles.choice}>
			<legend>{t("waivers.drop.title")}</legend>
			<div data-scrolls>
				{hasRoom ? (
					<label>
						<input {...buildInput(null)} onKeyDown={preventSubmit} />
						<span className={styles.who}>
							<b>{t("waivers.drop.nobody")}</b> <small>{t("waivers.drop.room")}</small>
						</span>
					</label>
				) : null}
				{listDrops(waivers, playerId).map(({ player, problem }) => (
					<PlayerChoice
						key={player.id}
						player={player}
						season={waivers.season}
						notes={[problem ? t(`waivers.drop.problem.${problem}`) : player.squad.abbreviation]}
						points={getRoundProjection(player, null, waivers.season)}
						pointsText={t("waivers.drop.estimate", { points: formatPoints(player.stats.estimate) })}
						input={buildInput(player.id, problem !== null)}
					/>
				))}
			</div>
		</fieldset>
	);
};
