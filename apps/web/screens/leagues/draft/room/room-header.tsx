import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { paths } from "../../../../app/paths.ts";
import { Button } from "../../../../components/button/button.tsx";
import { Icon } from "../../../../components/icon/icon.tsx";
import { FOCUSABLE } from "../../../../components/table/table.tsx";
import { formatSeatName } from "../../../../draft-league/seat-name.ts";
import { findUndoable, getPlaceInRound } from "../model/draft-room.ts";
import { getSeatStyle } from "../model/seat-style.ts";
import { PickClock } from "./pick-clock.tsx";
import styles from "./room-header.module.css";
import { useLogText } from "./use-log-text.ts";
import { TURN_ID, useRoom } from "./use-room.ts";

const MAX_COMING_PICKS = 16;

/** When the viewer picks next. */
const TurnText = () => {
	const { t } = useTranslation();
	const { model } = useRoom();
	const { ownSeat, picksUntil, active, isOwnTurn } = model;
	if (!ownSeat || !active) return null;
	if (picksUntil === null) return <p>{t("draftRoom.turn.full")}</p>;
	if (picksUntil > 0) return <p>{t("draftRoom.turn.until", { count: picksUntil })}</p>;
	return <p>{t(isOwnTurn ? "draftRoom.turn.now" : "draftRoom.turn.paused")}</p>;
};

/** Who is on the clock, with the time left, and when the viewer picks next. */
const OnTheClock = ({ onPick }: { readonly onPick: (() => void) | null }) => {
	const { t } = useTranslation();
	const { draft, model } = useRoom();
	const { board, clockOffset } = draft;
	const { active, seatById, isOwnTurn } = model;
	const seat = seatById.get(active?.teamId ?? 0);
	const isPaused = board.draftStatus === "paused";
	return (
		<section
			id={TURN_ID}
			tabIndex={-1}
			className={styles.up}
			style={getSeatStyle(seat)}
			data-own={isOwnTurn || undefined}
			data-paused={isPaused || undefined}
			aria-label={t("draftRoom.onTheClock")}
		>
			<div className={styles.words}>
				<small>
					{active ? t("draftRoom.pickOf", { pick: active.overall, round: active.round }) : t("draftRoom.allPicked")}
					{isPaused ? <em>{t("draftRoom.paused.label")}</em> : null}
				</small>
				<b>{isOwnTurn ? t("draftRoom.turn.yours") : formatSeatName(seat, t)}</b>
				<TurnText />
			</div>
			{isOwnTurn && onPick ? (
				<Button onPress={onPick} icon="players">
					{t("draftRoom.turn.choose")}
				</Button>
			) : null}
			<PickClock deadline={board.deadline} timeLeft={board.timeLeft} clockOffset={clockOffset} />
		</section>
	);
};

const ComingPicks = () => {
	const { t } = useTranslation();
	const { model } = useRoom();
	const { comingPicks, seatById, ownSeat, seats } = model;
	const list = useRef<HTMLElement>(null);
	const first = comingPicks[0]?.overall;
	useEffect(() => {
		if (first !== undefined) list.current?.scrollTo?.({ left: 0 });
	}, [first]);
	if (comingPicks.length < 2) return null;
	return (
		<section ref={list} {...FOCUSABLE} className={styles.coming} aria-label={t("draftRoom.coming")}>
			<ol>
				{comingPicks.slice(0, MAX_COMING_PICKS).map((pick, index) => {
					const seat = seatById.get(pick.teamId);
					return (
						<li
							key={pick.overall}
							style={getSeatStyle(seat)}
							data-own={pick.teamId === ownSeat?.teamId || undefined}
							data-now={index === 0 || undefined}
						>
							<small>
								{pick.isSkipped
									? t("draftRoom.openPick", { pick: pick.overall })
									: `${pick.round}.${String(getPlaceInRound(pick, seats.length)).padStart(2, "0")}`}
							</small>
							<span>{formatSeatName(seat, t)}</span>
						</li>
					);
				})}
			</ol>
		</section>
	);
};

/** The newest pick or other action that an undo would take back, which is read aloud too. */
const LastAction = () => {
	const { draft, model, season } = useRoom();
	const formatEntry = useLogText(model, season);
	const last = findUndoable(draft.board.log);
	return (
		<p className={styles.last} aria-live="polite" style={getSeatStyle(model.seatById.get(last?.teamId ?? 0))}>
			{last ? formatEntry(last) : null}
		</p>
	);
};

interface Props {
	readonly onOptions: () => void;
	readonly onRun: () => void;
	/** Shows the players on a phone, where they may be hidden; null if they are on screen. */
	readonly onPick: (() => void) | null;
}

export const RoomHeader = ({ onOptions, onRun, onPick }: Props) => {
	const { t } = useTranslation();
	const { draft, model } = useRoom();
	const { league } = draft;
	return (
		<>
			<header className={styles.top}>
				<Link to={league.isMock ? paths.mockDrafts.to() : paths.league.to(league.id)} className={styles.back}>
					<Icon name="leave" size={16} />
					<span className="spoken">{t("draftRoom.leave")}: </span>
					<h1>{league.name}</h1>
				</Link>
				{model.ownSeat ? (
					<Button variant="quiet" icon="wand" onPress={onOptions}>
						{t(`draftRoom.autopick.short.${model.ownSeat.autopick}`)}
					</Button>
				) : null}
				{league.may.run ? (
					<Button variant="quiet" icon="menu" isCompact onPress={onRun}>
						{t("draftRoom.run.open")}
					</Button>
				) : null}
			</header>
			<div className={styles.now}>
				<OnTheClock onPick={onPick} />
				<LastAction />
			</div>
			<ComingPicks />
		</>
	);
};
