import { HOUR_MS } from "@first-bounce/rules/durations";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { formatCountdown, padTwoDigits } from "../../../../i18n/format.ts";
import styles from "./room-header.module.css";

const TICK_MS = 200;
/** From here on, the time left is shown as short. */
const SHORT_MS = 10_000;

/** The time left of a pick: "0:42", from one hour "05:12:08". */
function formatPickClock(milliseconds: number): string {
	if (milliseconds >= HOUR_MS) return formatCountdown(milliseconds);
	const seconds = Math.max(0, Math.ceil(milliseconds / 1_000));
	return `${Math.floor(seconds / 60)}:${padTwoDigits(seconds % 60)}`;
}

/** The milliseconds until an instant by the server's clock, even if the device's clock is wrong. */
function useTimeLeft(deadline: number | null, clockOffset: number): number | null {
	const [, rerender] = useState(0);
	useEffect(() => {
		if (deadline === null) return;
		const interval = setInterval(() => rerender(Math.ceil((deadline - Date.now() - clockOffset) / 1_000)), TICK_MS);
		return () => clearInterval(interval);
	}, [deadline, clockOffset]);
	return deadline === null ? null : deadline - Date.now() - clockOffset;
}

interface Props {
	/** ISO instant in the server's time; null while the draft is paused. */
	readonly deadline: string | null;
	/** The milliseconds that were left when the draft was paused; null while it runs. */
	readonly timeLeft: number | null;
	readonly clockOffset: number;
}

/** The time left for the pick on the clock. */
export const PickClock = ({ deadline, timeLeft, clockOffset }: Props) => {
	const { t } = useTranslation();
	const left = useTimeLeft(deadline === null ? null : Date.parse(deadline), clockOffset) ?? timeLeft;
	if (left === null) return null;
	const isOver = left <= 0 && deadline !== null;
	return (
		<span
			className={styles.clock}
			role="timer"
			aria-live="off"
			aria-label={t("draftRoom.clock.label")}
			data-short={(deadline !== null && left <= SHORT_MS) || undefined}
			data-paused={deadline === null || undefined}
		>
			<b>{formatPickClock(left)}</b>
			{isOver ? <small>{t("draftRoom.clock.over")}</small> : null}
		</span>
	);
};
