import type { PlayerEntry } from "@first-bounce/contract/stats/static-data";
import type { PlayerId, TeamId } from "@first-bounce/rules/ids";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../components/button/button.tsx";
import { SelectField } from "../components/fields/select-field.tsx";
import { TextField } from "../components/fields/text-field.tsx";
import { searchPlayers } from "../players/filters/player-filter.ts";
import { getFullName } from "../players/player-format.ts";
import styles from "./draft-league.module.css";
import type { LeagueNames } from "./use-league-names.ts";

export interface CorrectionMove {
	readonly playerId: PlayerId;
	/** Null if nobody is to own her. */
	readonly toTeamId: TeamId | null;
}

const MAX_FOUND = 8;
const MIN_SEARCH = 2;
const NOBODY = "nobody";

/** Chooses players by name, and the team to which each of them belongs. */
export const MoveFields = ({
	moves,
	onChange,
	players,
	names,
}: {
	readonly moves: readonly CorrectionMove[];
	readonly onChange: (moves: readonly CorrectionMove[]) => void;
	readonly players: readonly PlayerEntry[];
	readonly names: Pick<LeagueNames, "teamNames" | "getPlayerName">;
}) => {
	const { t } = useTranslation();
	const [search, setSearch] = useState("");
	const others = players.filter(({ id }) => moves.every(({ playerId }) => playerId !== id));
	const found = search.trim().length < MIN_SEARCH ? [] : searchPlayers(others, search).slice(0, MAX_FOUND);
	const choices = [
		...[...names.teamNames].map(([id, name]) => ({ value: String(id), label: name })),
		{ value: NOBODY, label: t("moves.correct.nobody") },
	];
	const setTeam = (playerId: PlayerId, value: string) =>
		onChange(
			moves.map((move) =>
				move.playerId === playerId ? { playerId, toTeamId: value === NOBODY ? null : Number(value) } : move,
			),
		);
	return (
		<>
			{moves.map(({ playerId, toTeamId }) => (
				<div key={playerId} className={styles.correction}>
					<SelectField
						name={`move-${playerId}`}
						label={t("moves.correct.belongs", { name: names.getPlayerName(playerId) })}
						value={toTeamId === null ? NOBODY : String(toTeamId)}
						choices={choices}
						onChange={(value) => setTeam(playerId, value)}
					/>
					<Button
						variant="quiet"
						icon="close"
						aria-label={t("moves.correct.remove", { name: names.getPlayerName(playerId) })}
						onPress={() => onChange(moves.filter((move) => move.playerId !== playerId))}
					>
						{t("moves.correct.removeShort")}
					</Button>
				</div>
			))}
			<TextField name="search" type="search" label={t("moves.correct.search")} value={search} onChange={setSearch} />
			<div className={styles.found}>
				{found.map((player) => (
					<Button
						key={player.id}
						icon="plus"
						onPress={() => {
							onChange([...moves, { playerId: player.id, toTeamId: null }]);
							setSearch("");
						}}
					>
						{getFullName(player)}
					</Button>
				))}
			</div>
		</>
	);
};
