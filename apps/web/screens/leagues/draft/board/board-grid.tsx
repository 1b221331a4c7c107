import { memo, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import type { Season } from "../../../../api/season-model.ts";
import { FOCUSABLE } from "../../../../components/table/table.tsx";
import { formatSeatName } from "../../../../draft-league/seat-name.ts";
import { formatPositions, getFullName } from "../../../../players/player-format.ts";
import { PlayerName } from "../../../../players/player-name.tsx";
import playerStyles from "../../../../players/player-summary.module.css";
import { getShortName } from "../../../../players/short-name.ts";
import { getPlaceInRound, type RoomModel, type RoomPick, type RoomSeat } from "../model/draft-room.ts";
import { getSeatStyle } from "../model/seat-style.ts";
import styles from "./board-grid.module.css";

interface Props {
	readonly model: RoomModel;
	readonly season: Season;
}

/** The head of a team's column: whether its manager is there, and whether the game picks for it. */
const TeamHead = ({ seat, model }: { readonly seat: RoomSeat; readonly model: RoomModel }) => {
	const { t } = useTranslation();
	const isOwn = seat.teamId === model.ownSeat?.teamId;
	return (
		<th scope="col" style={getSeatStyle(seat)} data-own={isOwn || undefined}>
			<span className={styles.team}>{formatSeatName(seat, t)}</span>
			{model.active ? (
				<small>
					{seat.isPresent ? <i className={styles.present} title={t("draftRoom.present")} /> : null}
					{seat.isPresent ? <span className="spoken">{t("draftRoom.present")} </span> : null}
					{seat.isAway ? t("draftRoom.away.label") : seat.autopick === "on" ? t("draftRoom.autopick.label") : null}
				</small>
			) : null}
		</th>
	);
};

type CellProps = Props & { readonly pick: RoomPick };

/** The player of a pick, or the team whose turn it will be if that has changed. */
const PickContent = ({ pick, model, season }: CellProps) => {
	const { t } = useTranslation();
	const owner = pick.teamId === pick.originalTeamId ? null : model.seatById.get(pick.teamId);
	const player = pick.playerId === null ? null : season.playerById.get(pick.playerId);
	return (
		<>
			<small className={styles.number}>
				{pick.round}.{String(getPlaceInRound(pick, model.seats.length)).padStart(2, "0")}
				{player ? <span>{player.squad.abbreviation}</span> : null}
			</small>
			{player ? (
				<>
					<PlayerName id={player.id} name={getFullName(player)} className={`${playerStyles.name} ${styles.name}`}>
						{getShortName(player.id, season)}
					</PlayerName>
					<small>
						{pick.keptYears > 0 ? <b className={styles.kept}>{t("draftRoom.board.kept")}</b> : null}
						{formatPositions(player.position, t)}
					</small>
				</>
			) : (
				<span className={styles.state}>
					{pick.overall === model.active?.overall
						? t("draftRoom.board.now")
						: pick.isSkipped
							? t("draftRoom.board.open")
							: null}
				</span>
			)}
			{owner ? (
				<small className={styles.owner} style={getSeatStyle(owner)}>
					<span className="spoken">{t("draftRoom.board.owner")} </span>
					{formatSeatName(owner, t)}
				</small>
			) : null}
		</>
	);
};

/** Gets how far a list has to scroll to bring a part of it between two edges. */
const getDistance = (start: number, end: number, [least, most]: readonly [number, number]): number =>
	start < least ? start - least : Math.max(0, end - most);

/** Scrolls the board, not the page, until the heads of rows and columns do not cover a cell. */
function showCell(cell: HTMLElement): void {
	const scroller = cell.closest("section");
	if (!scroller) return;
	const { scrollPaddingTop, scrollPaddingLeft } = getComputedStyle(scroller);
	const frame = scroller.getBoundingClientRect();
	const { top, bottom, left, right } = cell.getBoundingClientRect();
	scroller.scrollTop += getDistance(top, bottom, [
		frame.top + (Number.parseFloat(scrollPaddingTop) || 0),
		frame.bottom,
	]);
	scroller.scrollLeft += getDistance(left, right, [
		frame.left + (Number.parseFloat(scrollPaddingLeft) || 0),
		frame.right,
	]);
}

const PickCell = (props: CellProps) => {
	const { pick, model, season } = props;
	const { playerId, teamId, overall } = pick;
	const isActive = overall === model.active?.overall;
	const cell = useRef<HTMLTableCellElement>(null);
	useEffect(() => {
		if (isActive && cell.current) showCell(cell.current);
	}, [isActive]);
	return (
		<td
			ref={cell}
			style={getSeatStyle(model.seatById.get(teamId))}
			data-line={playerId === null ? undefined : season.playerById.get(playerId)?.position[0]}
			data-active={isActive || undefined}
			data-own={teamId === model.ownSeat?.teamId || undefined}
			data-open={(pick.isSkipped && playerId === null) || undefined}
		>
			<PickContent {...props} />
		</td>
	);
};

/** The board, with a row for each round, a column for each team, and arrows in the direction of the round. */
export const BoardGrid = memo(({ model, season }: Props) => {
	const { t } = useTranslation();
	const rounds = [...Map.groupBy(model.picks, ({ round }) => round)];
	return (
		<section {...FOCUSABLE} className={styles.scroller} aria-label={t("draftRoom.board.title")}>
			<table className={styles.board}>
				<caption className="spoken">{t("draftRoom.board.title")}</caption>
				<thead>
					<tr>
						<td className={styles.corner} />
						{model.seats.map((seat) => (
							<TeamHead key={seat.teamId} seat={seat} model={model} />
						))}
					</tr>
				</thead>
				<tbody>
					{rounds.map(([round, picks]) => {
						const isReversed = picks[0]?.originalTeamId !== model.seats[0]?.teamId;
						return (
							<tr key={round}>
								<th scope="row">
									{round}
									<span aria-hidden="true">{isReversed ? "←" : "→"}</span>
								</th>
								{model.seats.map(({ teamId }) => {
									const pick = picks.find(({ originalTeamId }) => originalTeamId === teamId);
									return pick ? (
										<PickCell key={teamId} pick={pick} model={model} season={season} />
									) : (
										<td key={teamId} />
									);
								})}
							</tr>
						);
					})}
				</tbody>
			</table>
		</section>
	);
});
