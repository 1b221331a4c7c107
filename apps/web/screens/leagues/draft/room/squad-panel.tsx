import { listPickedPlayers } from "@first-bounce/rules/draft/draft-board";
import { placeSquad } from "@first-bounce/rules/draft/place-squad";
import type { PlayerId, TeamId } from "@first-bounce/rules/ids";
import { listSlots } from "@first-bounce/rules/lineup/slots";
import { LINES } from "@first-bounce/rules/player";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { SelectChip } from "../../../../components/select/select-chip.tsx";
import { formatSeatName } from "../../../../draft-league/seat-name.ts";
import { formatPositions } from "../../../../players/player-format.ts";
import { PlayerSummary } from "../../../../players/player-summary.tsx";
import frame from "../../frame/frame.module.css";
import rowStyles from "../../frame/rows.module.css";
import { useByeText } from "../../frame/use-bye-text.ts";
import type { RoomSeat } from "../model/draft-room.ts";
import { getSeatStyle } from "../model/seat-style.ts";
import styles from "./squad-panel.module.css";
import { type Room, useRoom } from "./use-room.ts";

/** A squad's slots by line, field before bench, with the players whom it has; early picks are on field. */
function listLineSlots({ model, season, draft }: Pick<Room, "model" | "season" | "draft">, teamId: TeamId) {
	const { squad } = draft.league;
	const players = listPickedPlayers(model.picks, teamId).map((id, index) => ({
		id,
		position: season.playerById.get(id)?.position ?? [],
		points: -index,
	}));
	const ids = placeSquad(players, squad);
	const slots = listSlots(squad).map((slot, index) => ({ ...slot, key: index, playerId: ids[index] ?? 0 }));
	return [
		...LINES.map((line) => ({ line, slots: slots.filter((slot) => slot.line === line) })),
		{ line: "UTL" as const, slots: slots.filter((slot) => slot.line === null) },
	].filter((group) => group.slots.length > 0);
}

const SquadPlayer = ({ id }: { readonly id: PlayerId }) => {
	const { t } = useTranslation();
	const { model, season } = useRoom();
	const formatByes = useByeText(season);
	const player = season.playerById.get(id);
	if (!player) return null;
	return (
		<>
			<PlayerSummary player={player} season={season}>
				<small>
					{[formatPositions(player.position, t), player.squad.abbreviation, formatByes(player.squadId)]
						.filter(Boolean)
						.join(" · ")}
				</small>
			</PlayerSummary>
			<small>{t("draftRoom.pick", { pick: model.pickByPlayer.get(id)?.overall ?? 0 })}</small>
		</>
	);
};

/** What a squad still needs: "2 DEF, 1 RUC". */
const Needs = ({ seat }: { readonly seat: RoomSeat }) => {
	const { t } = useTranslation();
	const { needs, openLines } = seat;
	const parts = LINES.filter((line) => needs[line] > 0).map((line) => `${needs[line]} ${t(`line.${line}`)}`);
	const all = needs.utility > 0 ? [...parts, `${needs.utility} ${t("line.UTL")}`] : parts;
	const closed = LINES.filter((line) => !openLines.includes(line));
	if (all.length === 0) return <p className={styles.needs}>{t("draftRoom.squad.full")}</p>;
	return (
		<p className={styles.needs}>
			{t("draftRoom.squad.needs", { needs: all.join(", ") })}
			{closed.length > 0 ? (
				<small>{t("draftRoom.squad.closed", { lines: closed.map((line) => t(`line.${line}`)).join(", ") })}</small>
			) : null}
		</p>
	);
};

/** The squad of the viewer's or any other team, with its empty spots. */
export const SquadPanel = () => {
	const { t } = useTranslation();
	const room = useRoom();
	const { model } = room;
	const [chosenId, setChosenId] = useState<TeamId | null>(null);
	const seat = model.seatById.get(chosenId ?? model.ownSeat?.teamId ?? 0) ?? model.seats[0];
	if (!seat) return null;
	return (
		<section
			className={`${frame.stack} ${styles.squad}`}
			style={getSeatStyle(seat)}
			aria-label={t("draftRoom.tabs.squad")}
		>
			<SelectChip
				label={t("draftRoom.squad.team")}
				value={seat.teamId}
				choices={model.seats.map((other) => ({
					value: other.teamId,
					label:
						other.teamId === model.ownSeat?.teamId
							? t("draftRoom.squad.own", { team: formatSeatName(other, t) })
							: formatSeatName(other, t),
				}))}
				onChange={setChosenId}
			/>
			<Needs seat={seat} />
			{listLineSlots(room, seat.teamId).map(({ line, slots }) => (
				<section key={line}>
					<h3>
						{line === "UTL" ? t("line.UTL") : t(`lineName.${line}`)}
						<small>
							{slots.filter(({ playerId }) => playerId !== 0).length}/{slots.length}
						</small>
					</h3>
					<ul className={rowStyles.tiles}>
						{slots.map(({ key, playerId, area }) => (
							<li key={key} data-empty={playerId === 0 || undefined}>
								{playerId === 0 ? (
									<span>{t(area === "bench" ? "draftRoom.squad.bench" : "draftRoom.squad.empty")}</span>
								) : (
									<SquadPlayer id={playerId} />
								)}
							</li>
						))}
					</ul>
				</section>
			))}
		</section>
	);
};
