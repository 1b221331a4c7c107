import type { PlayerId } from "@first-bounce/rules/ids";
import { type KeyboardEvent, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Icon } from "../../../../components/icon/icon.tsx";
import { PlayerName } from "../../../../players/player-name.tsx";
import styles from "./player-order.module.css";

export interface OrderedPlayer {
	readonly id: PlayerId;
	readonly name: string;
	readonly facts: string;
	/** Why she cannot be taken now. */
	readonly problem: string | null;
}

/** The list with a player at another place. */
function movePlayer(ids: readonly PlayerId[], id: PlayerId, to: number): PlayerId[] {
	const others = ids.filter((other) => other !== id);
	return others.toSpliced(Math.max(0, Math.min(to, others.length)), 0, id);
}

const STEPS: Readonly<Record<string, (index: number, count: number) => number>> = {
	ArrowUp: (index) => index - 1,
	ArrowDown: (index) => index + 1,
	Home: () => 0,
	End: (_, count) => count - 1,
};

interface Props {
	readonly label: string;
	readonly players: readonly OrderedPlayer[];
	/** The ids of `players` in their new order. */
	readonly onChange: (ids: readonly PlayerId[]) => void;
	readonly onRemove: (id: PlayerId) => void;
}

/** Finds the place in the list that a pointer is over. */
function findPlace(list: HTMLElement, y: number): number {
	const rows = [...list.children];
	const below = rows.findIndex((row) => {
		const { top, height } = row.getBoundingClientRect();
		return y < top + height / 2;
	});
	return below < 0 ? rows.length - 1 : below;
}

/**
 * Moves the dragged player to wherever the pointer is, until it is released. The listeners are on the window, because the
 * pressed handle is moved in the page too.
 */
function useDrag(onMove: (id: PlayerId, y: number) => void) {
	const [dragged, setDragged] = useState<PlayerId | null>(null);
	const move = useEffectEvent(onMove);
	useEffect(() => {
		if (dragged === null) return;
		const onPointerMove = ({ clientY }: PointerEvent) => move(dragged, clientY);
		const end = () => setDragged(null);
		addEventListener("pointermove", onPointerMove);
		addEventListener("pointerup", end);
		addEventListener("pointercancel", end);
		return () => {
			removeEventListener("pointermove", onPointerMove);
			removeEventListener("pointerup", end);
			removeEventListener("pointercancel", end);
		};
	}, [dragged]);
	return { dragged, setDragged };
}

/** A list that is put in order by dragging the handles, or with the arrow keys on them. */
export const PlayerOrder = ({ label, players, onChange, onRemove }: Props) => {
	const { t } = useTranslation();
	const list = useRef<HTMLOListElement>(null);
	const movedByKey = useRef<PlayerId | null>(null);
	const removedPlace = useRef<number | null>(null);
	const [announcement, setAnnouncement] = useState("");
	const ids = players.map(({ id }) => id);
	const move = (id: PlayerId, to: number) => {
		const moved = movePlayer(ids, id, to);
		const index = moved.indexOf(id);
		if (index === ids.indexOf(id)) return;
		onChange(moved);
		const name = players.find((player) => player.id === id)?.name;
		setAnnouncement(t("draftRoom.queue.moved", { name, place: index + 1, count: ids.length }));
	};
	const { dragged, setDragged } = useDrag((id, y) => list.current && move(id, findPlace(list.current, y)));
	const onKeyDown = (event: KeyboardEvent, id: PlayerId) => {
		const step = STEPS[event.key];
		if (!step) return;
		event.preventDefault();
		movedByKey.current = id;
		move(id, step(ids.indexOf(id), ids.length));
	};
	const order = ids.join();
	// A handle that is moved in the page loses the focus, and so does the button of a removed player.
	useLayoutEffect(() => {
		const moved = order.split(",").find((id) => Number(id) === movedByKey.current);
		if (moved) list.current?.querySelector<HTMLElement>(`[data-handle="${moved}"]`)?.focus();
		movedByKey.current = null;
		if (removedPlace.current === null) return;
		const buttons = [...(list.current?.querySelectorAll<HTMLElement>("[data-remove]") ?? [])];
		(buttons[removedPlace.current] ?? buttons.at(-1) ?? list.current)?.focus();
		removedPlace.current = null;
	}, [order]);
	return (
		<>
			<ol ref={list} tabIndex={-1} className={styles.list} aria-label={label}>
				{players.map((player, index) => (
					<li
						key={player.id}
						data-dragged={dragged === player.id || undefined}
						data-off={player.problem !== null || undefined}
					>
						<button
							type="button"
							className={styles.handle}
							data-handle={player.id}
							aria-label={t("draftRoom.queue.move", { name: player.name, place: index + 1 })}
							onKeyDown={(event) => onKeyDown(event, player.id)}
							onPointerDown={() => setDragged(player.id)}
						>
							<b>{index + 1}</b>
							<Icon name="menu" size={16} />
						</button>
						<span className={styles.who}>
							<PlayerName id={player.id} name={player.name} className={styles.name} />
							<small>{player.problem ?? player.facts}</small>
						</span>
						<button
							type="button"
							className={styles.remove}
							aria-label={t("draftRoom.queue.remove", { name: player.name })}
							data-remove
							onClick={() => {
								removedPlace.current = index;
								onRemove(player.id);
							}}
						>
							<Icon name="close" size={15} />
						</button>
					</li>
				))}
			</ol>
			<p className="spoken" role="status">
				{announcement}
			</p>
		</>
	);
};
