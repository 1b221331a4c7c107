import type { PlayerId } from "@first-bounce/rules/ids";
import {
	type KeyboardEvent,
	type ReactNode,
	useEffect,
	useEffectEvent,
	useLayoutEffect,
	useRef,
	useState,
} from "react";
import { useTranslation } from "react-i18next";
import { Icon } from "../../../components/icon/icon.tsx";
import { PlayerName } from "../../../players/player-name.tsx";
import playerStyles from "../../../players/player-summary.module.css";
import styles from "./player-order.module.css";
import rowStyles from "./rows.module.css";

export interface OrderedPlayer<Key extends string | number> {
	/** Identifies the row, because a player may have several. */
	readonly key: Key;
	readonly id: PlayerId;
	readonly name: string;
	readonly facts: string;
	/** Why she cannot be taken now. */
	readonly problem: string | null;
	/** Shown above her row, such as its relation to the previous row. */
	readonly before?: ReactNode;
	/** Further buttons of her row. */
	readonly actions?: ReactNode;
}

/** The list with a player at another place. */
function moveRow<Key>(keys: readonly Key[], key: Key, to: number): Key[] {
	const others = keys.filter((other) => other !== key);
	return others.toSpliced(Math.max(0, Math.min(to, others.length)), 0, key);
}

const STEPS: Readonly<Record<string, (index: number, count: number) => number>> = {
	ArrowUp: (index) => index - 1,
	ArrowDown: (index) => index + 1,
	Home: () => 0,
	End: (_, count) => count - 1,
};

interface Props<Key extends string | number> {
	readonly label: string;
	readonly players: readonly OrderedPlayer<Key>[];
	/** The keys of `players` in their new order. */
	readonly onChange: (keys: readonly Key[]) => void;
	readonly onRemove: (key: Key) => void;
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
 * Moves the dragged player to the pointer's position until it is released. The listeners are on the window, because the pressed
 * handle is moved in the page too.
 */
function useDrag<Key>(onMove: (key: Key, y: number) => void) {
	const [dragged, setDragged] = useState<Key | null>(null);
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

/** Focuses a handle whose row was moved, or the next row after one that was removed, once the list has its new order. */
function useFocusAfterChange<Key>(keys: readonly Key[]) {
	const list = useRef<HTMLOListElement>(null);
	const movedByKeyboard = useRef<Key | null>(null);
	const removedPlace = useRef<number | null>(null);
	const order = keys.join();
	// A handle loses the focus when its element is moved in the page, and so does the button of a removed player.
	useLayoutEffect(() => {
		const moved = order.split(",").find((key) => key === String(movedByKeyboard.current));
		if (moved) list.current?.querySelector<HTMLElement>(`[data-handle="${moved}"]`)?.focus();
		movedByKeyboard.current = null;
		if (removedPlace.current === null) return;
		const buttons = [...(list.current?.querySelectorAll<HTMLElement>("[data-remove]") ?? [])];
		(buttons[removedPlace.current] ?? buttons.at(-1) ?? list.current)?.focus();
		removedPlace.current = null;
	}, [order]);
	return { list, movedByKeyboard, removedPlace };
}

/** A list that is put in order by dragging the handles, or with the arrow keys on them. */
export const PlayerOrder = <Key extends string | number>({ label, players, onChange, onRemove }: Props<Key>) => {
	const { t } = useTranslation();
	const [announcement, setAnnouncement] = useState("");
	const keys = players.map(({ key }) => key);
	const { list, movedByKeyboard, removedPlace } = useFocusAfterChange(keys);
	/** Returns whether the player has another place now. */
	const move = (key: Key, to: number): boolean => {
		const moved = moveRow(keys, key, to);
		const [from, index] = [keys.indexOf(key), moved.indexOf(key)];
		if (index === from) return false;
		onChange(moved);
		setAnnouncement(t("draftRoom.queue.moved", { name: players[from]?.name, place: index + 1, count: keys.length }));
		return true;
	};
	const { dragged, setDragged } = useDrag<Key>((key, y) => list.current && move(key, findPlace(list.current, y)));
	const onKeyDown = (event: KeyboardEvent, key: Key) => {
		const to = STEPS[event.key]?.(keys.indexOf(key), keys.length);
		if (to === undefined) return;
		event.preventDefault();
		// Otherwise a later change of the list, such as a pick, would move the focus to this player.
		movedByKeyboard.current = move(key, to) ? key : null;
	};
	return (
		<>
			<ol ref={list} tabIndex={-1} className={`${rowStyles.tiles} ${styles.list}`} aria-label={label}>
				{players.map((player, index) => (
					<li
						key={player.key}
						data-dragged={dragged === player.key || undefined}
						data-dimmed={player.problem !== null || undefined}
					>
						{player.before}
						<button
							type="button"
							className={styles.handle}
							data-handle={player.key}
							aria-label={t("draftRoom.queue.move", { name: player.name, place: index + 1 })}
							onKeyDown={(event) => onKeyDown(event, player.key)}
							onPointerDown={() => setDragged(player.key)}
						>
							<b>{index + 1}</b>
							<Icon name="menu" size={16} />
						</button>
						<span className={playerStyles.who}>
							<PlayerName id={player.id} name={player.name} className={playerStyles.name} />
							<small>{player.problem ?? player.facts}</small>
						</span>
						{player.actions}
						<button
							type="button"
							className={styles.remove}
							aria-label={t("draftRoom.queue.remove", { name: player.name })}
							data-remove
							onClick={() => {
								removedPlace.current = index;
								onRemove(player.key);
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
