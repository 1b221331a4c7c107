import type { PlayerId } from "@first-bounce/rules/ids";
import { type ReactNode, useId } from "react";
import { useTranslation } from "react-i18next";
import { StatusBadge } from "../../../components/badges/badges.tsx";
import { formatPoints } from "../../../i18n/format.ts";
import { formatPositions, getFullName } from "../../../players/player-format.ts";
import { findChangeProblem } from "./squad-change.ts";
import styles from "./take-dialog.module.css";
import { useWaivers, type Waivers } from "./use-waivers.tsx";

/** Finds why a player of the user's squad cannot be dropped for another one now; null if she can. */
function findDropProblem(waivers: Waivers, add: PlayerId, drop: PlayerId): "locked" | "protected" | "no-place" | null {
	const { own, season, league, isLocked, protectedIds } = waivers;
	if (protectedIds.has(drop)) return "protected";
	const change = { squad: own?.placedIds ?? [], add, drop };
	const problem = findChangeProblem(change, { season, rules: league.squad, isLocked });
	if (problem === null) return null;
	return problem === "player-locked" ? "locked" : "no-place";
}

/** Lists the squad by expected points, the least first, and last the players who cannot be dropped. */
const listDrops = (waivers: Waivers, add: PlayerId) =>
	(waivers.own?.placedIds ?? [])
		.flatMap((id) => waivers.season.playerById.get(id) ?? [])
		.map((player) => ({ player, problem: findDropProblem(waivers, add, player.id) }))
		.sort(
			(a, b) =>
				Number(a.problem !== null) - Number(b.problem !== null) ||
				a.player.stats.estimate - b.player.stats.estimate ||
				a.player.id - b.player.id,
		);

/**
 * Finds the player who is selected to be dropped at first: the one in the address if she can be dropped, nobody if there is room,
 * else the one with the least expected points.
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

interface ChoiceProps {
	readonly group: string;
	readonly isChosen: boolean;
	readonly isDisabled: boolean;
	readonly onChoose: () => void;
	readonly children: ReactNode;
}

const Choice = ({ group, isChosen, isDisabled, onChoose, children }: ChoiceProps) => (
	<label data-off={isDisabled || undefined}>
		<input type="radio" name={group} checked={isChosen} disabled={isDisabled} onChange={onChoose} />
		{children}
	</label>
);

/** Chooses the player to drop, with the reason why others cannot be dropped. */
export const DropChoice = ({ playerId, hasRoom, value, onChange }: Props) => {
	const { t } = useTranslation();
	const waivers = useWaivers();
	const group = useId();
	const buildChoice = (id: PlayerId | null) => ({ group, isChosen: value === id, onChoose: () => onChange(id) });
	return (
		<fieldset className={styles.drops}>
			<legend>{t("waivers.drop.title")}</legend>
			<div>
				{hasRoom ? (
					<Choice {...buildChoice(null)} isDisabled={false}>
						<span>
							<b>{t("waivers.drop.nobody")}</b> <small>{t("waivers.drop.room")}</small>
						</span>
					</Choice>
				) : null}
				{listDrops(waivers, playerId).map(({ player, problem }) => {
					const place = problem ? t(`waivers.drop.problem.${problem}`) : player.squad.abbreviation;
					return (
						<Choice key={player.id} {...buildChoice(player.id)} isDisabled={problem !== null}>
							<span>
								<b>{getFullName(player)}</b>{" "}
								<small>
									<StatusBadge status={player.status} label={t(`status.${player.status}`)} />{" "}
									{formatPositions(player.position, t)} · {place}
								</small>
							</span>
							<span className={styles.dropPoints}>
								<b>{formatPoints(player.stats.projectedPoints)}</b>{" "}
								<small>{t("waivers.drop.estimate", { points: formatPoints(player.stats.estimate) })}</small>
							</span>
						</Choice>
					);
				})}
			</div>
		</fieldset>
	);
};
