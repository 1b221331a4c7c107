import type { DraftLeague } from "@first-bounce/contract/draft/draft";
import { getSquadSize } from "@first-bounce/rules/draft/squad-rules";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Season } from "../../../../api/season-model.ts";
import { Button } from "../../../../components/button/button.tsx";
import { SelectField } from "../../../../components/fields/select-field.tsx";
import { TextField } from "../../../../components/fields/text-field.tsx";
import { Form } from "../../../../components/form-card/form-card.tsx";
import { formatSeatName } from "../../../../draft-league/seat-name.ts";
import { searchPlayers } from "../../../../players/filters/player-filter.ts";
import { formatPositions } from "../../../../players/player-format.ts";
import { getShortName } from "../../../../players/short-name.ts";
import frame from "../../frame/frame.module.css";
import type { RoomSeat } from "../model/draft-room.ts";
import styles from "./enter.module.css";
import { type EnteredPick, getNextTeam } from "./entered-picks.ts";

const MAX_FOUND = 8;

interface Props {
	readonly league: DraftLeague;
	readonly seats: readonly RoomSeat[];
	readonly season: Season;
	readonly picks: readonly EnteredPick[];
	readonly onChange: (picks: readonly EnteredPick[]) => void;
}

const MadePicks = ({ picks, seats, season, onChange }: Pick<Props, "picks" | "seats" | "season" | "onChange">) => {
	const { t } = useTranslation();
	if (picks.length === 0) return null;
	return (
		<>
			<Button icon="undo" onPress={() => onChange(picks.slice(0, -1))}>
				{t("leagues.enter.undo")}
			</Button>
			<ol className={styles.made} reversed start={picks.length}>
				{picks.toReversed().map(({ teamId, playerId }) => {
					const seat = seats.find((candidate) => candidate.teamId === teamId);
					return (
						<li key={playerId}>
							<b>{getShortName(playerId, season)}</b> <span>{seat ? formatSeatName(seat, t) : ""}</span>
						</li>
					);
				})}
			</ol>
		</>
	);
};

/**
 * Enters a draft by choosing the players in the order of the picks. The team of a pick follows the draft order, and can be
 * changed.
 */
export const BoardEntry = ({ league, seats, season, picks, onChange }: Props) => {
	const { t } = useTranslation();
	const form = useRef<HTMLFormElement>(null);
	const [search, setSearch] = useState("");
	const [otherTeam, setOtherTeam] = useState<number | null>(null);
	const rounds = getSquadSize(league.squad);
	const total = rounds * league.size;
	const order = league.order?.teamIds ?? seats.map(({ teamId }) => teamId);
	const nextTeam = otherTeam ?? getNextTeam(order, { rounds, kind: league.draftType, made: picks.length });
	const takenIds = new Set(picks.map(({ playerId }) => playerId));
	const free = season.players.filter(({ id }) => !takenIds.has(id));
	const found = searchPlayers(free, search).slice(0, MAX_FOUND);
	const pick = (playerId: number | undefined) => {
		if (nextTeam === null || playerId === undefined) return;
		onChange([...picks, { teamId: nextTeam, playerId }]);
		setSearch("");
		// The pressed button is gone, and the next pick begins with a search.
		form.current?.querySelector<HTMLInputElement>("input[type=search]")?.focus();
		setOtherTeam(null);
	};
	return (
		<section className={`${frame.card} ${frame.stack}`}>
			{nextTeam === null ? (
				<p role="status">{t("leagues.enter.all")}</p>
			) : (
				<Form ref={form} className={frame.stack} noValidate onSubmit={() => pick(found[0]?.id)}>
					<h2 aria-live="polite">{t("leagues.enter.pick", { number: picks.length + 1, total })}</h2>
					<SelectField
						name="team"
						label={t("leagues.enter.team")}
						value={String(nextTeam)}
						choices={seats.map((seat) => ({ value: String(seat.teamId), label: formatSeatName(seat, t) }))}
						onChange={(teamId) => setOtherTeam(Number(teamId))}
					/>
					<TextField
						name="player"
						type="search"
						label={t("leagues.enter.player")}
						hint={t("leagues.enter.playerHint")}
						value={search}
						onChange={setSearch}
					/>
					<ul className={styles.found}>
						{found.map((player) => (
							<li key={player.id}>
								<Button onPress={() => pick(player.id)}>
									{`${player.firstName} ${player.lastName} · ${formatPositions(player.position, t)} · ${player.squad.abbreviation}`}
								</Button>
							</li>
						))}
					</ul>
				</Form>
			)}
			<MadePicks picks={picks} seats={seats} season={season} onChange={onChange} />
		</section>
	);
};
