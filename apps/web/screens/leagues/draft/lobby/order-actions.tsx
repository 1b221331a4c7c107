import { setDraftOrder } from "@first-bounce/contract/draft/draft-process";
import { useLayoutEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useCallMutation } from "../../../../api/use-call.ts";
import { Button } from "../../../../components/button/button.tsx";
import { Dialog } from "../../../../components/dialog/dialog.tsx";
import { CallForm } from "../../../../components/form-card/call-form.tsx";
import { showToast } from "../../../../components/toast/toasts.tsx";
import { formatSeatName } from "../../../../draft-league/seat-name.ts";
import rowStyles from "../../frame/rows.module.css";
import { listSeats } from "../model/draft-room.ts";
import { useDraft } from "../use-draft.ts";
import { useDraftRefresh } from "../use-draft-refresh.ts";
import styles from "./lobby.module.css";

/** Sets the draft order, and confirms it in a toast. */
function useSetOrder(onDone: () => void = () => undefined) {
	const { t } = useTranslation();
	const { league } = useDraft();
	const refresh = useDraftRefresh(league.id);
	return useCallMutation(setDraftOrder, {
		onSuccess: async (_, { body }) => {
			await refresh();
			showToast({ tone: "good", text: t(body.method === "draw" ? "leagues.lobby.drawn" : "leagues.lobby.orderSet") });
			onDone();
		},
	});
}

/** Puts the teams in order with buttons, which work with a keyboard and without dragging. */
const ManualOrder = ({ onClose }: { readonly onClose: () => void }) => {
	const { t } = useTranslation();
	const { board, league } = useDraft();
	const [seats, setSeats] = useState(() => listSeats(board.seats));
	const setOrder = useSetOrder(onClose);
	const list = useRef<HTMLOListElement>(null);
	const [moved, setMoved] = useState<{ readonly place: number; readonly step: number } | null>(null);
	const move = (from: number, step: -1 | 1) => {
		const seat = seats[from];
		if (!seat) return;
		setSeats(seats.toSpliced(from, 1).toSpliced(from + step, 0, seat));
		setMoved({ place: from + step, step });
	};
	// A button loses the focus when its element is moved in the page.
	useLayoutEffect(() => {
		if (!moved) return;
		const buttons = [...(list.current?.children[moved.place]?.querySelectorAll("button") ?? [])];
		const ordered = moved.step < 0 ? buttons : buttons.toReversed();
		ordered.find(({ disabled }) => !disabled)?.focus();
	}, [moved]);
	const movedSeat = moved && seats[moved.place];
	const save = () =>
		setOrder.mutate({
			params: { id: league.id },
			body: { method: "manual", teamIds: seats.map(({ teamId }) => teamId) },
		});
	return (
		<Dialog title={t("leagues.lobby.manualTitle")} isOpen onClose={onClose} variant="sheet">
			<CallForm
				call={{ isPending: setOrder.isPending }}
				submitLabel={t("leagues.lobby.save")}
				onSubmit={save}
				onClose={onClose}
			>
				<ol ref={list} className={rowStyles.rows}>
					{seats.map((seat, index) => (
						<li key={seat.teamId}>
							<span className={styles.place}>{index + 1}</span>
							<span className={rowStyles.names}>
								<b>{formatSeatName(seat, t)}</b>
							</span>
							<Button variant="quiet" icon="up" isIcon isDisabled={index === 0} onPress={() => move(index, -1)}>
								{t("leagues.lobby.moveUp", { name: formatSeatName(seat, t) })}
							</Button>
							<Button
								variant="quiet"
								icon="down"
								isIcon
								isDisabled={index === seats.length - 1}
								onPress={() => move(index, 1)}
							>
								{t("leagues.lobby.moveDown", { name: formatSeatName(seat, t) })}
							</Button>
						</li>
					))}
				</ol>
				<p className="spoken" role="status">
					{movedSeat
						? t("draftRoom.queue.moved", {
								name: formatSeatName(movedSeat, t),
								place: moved.place + 1,
								count: seats.length,
							})
						: null}
				</p>
			</CallForm>
		</Dialog>
	);
};

/** Draws the order, or sets it in another way. */
export const OrderActions = () => {
	const { t } = useTranslation();
	const { league } = useDraft();
	const [isManual, setManual] = useState(false);
	const setOrder = useSetOrder();
	const params = { id: league.id };
	return (
		<>
			<Button
				variant={league.order ? "plain" : "main"}
				isPending={setOrder.isPending}
				onPress={() => setOrder.mutate({ params, body: { method: "draw" } })}
			>
				{t(league.order ? "leagues.lobby.drawAgain" : "leagues.lobby.draw")}
			</Button>
			<Button variant="quiet" onPress={() => setManual(true)}>
				{t("leagues.lobby.manual")}
			</Button>
			{league.may.reverseLastLadder ? (
				<Button
					variant="quiet"
					isPending={setOrder.isPending}
					onPress={() => setOrder.mutate({ params, body: { method: "last-ladder" } })}
				>
					{t("leagues.lobby.lastLadder")}
				</Button>
			) : null}
			{isManual ? <ManualOrder onClose={() => setManual(false)} /> : null}
		</>
	);
};
