import { nextLockAt } from "@first-bounce/rules/lockout/lockout";
import { useTranslation } from "react-i18next";
import { useSeasonSecond } from "../../../live/season-clock.ts";
import { formatCountdown } from "../../../wording/format.ts";
import type { Board } from "../board/board.ts";
import { nextOwnLock } from "../model/own-lock.ts";
import styles from "./guard-strip.module.css";

/** The time to the next lock, and to the next that locks somebody of this team, by season time. */
export const LockTimers = ({ board }: { readonly board: Board }) => {
	const { t } = useTranslation();
	const now = useSeasonSecond();
	const { season, lineup, context } = board;
	const { current } = season;
	const next = current ? nextLockAt(current, now) : null;
	const own = current ? nextOwnLock(lineup, season, { round: current, now, isLocked: context.isLocked }) : null;
	if (next === null) return <p className={styles.timers}>{t("guard.allLocked")}</p>;
	return (
		<p className={styles.timers} role="timer" aria-live="off">
			<span>
				{t("guard.nextLock")} <b>{formatCountdown(next - now)}</b>
			</span>
			{own ? (
				<span className={styles.own}>
					<span>{t("guard.ownLock", { count: own.others, name: own.name })}</span>
					<b>{formatCountdown(own.at - now)}</b>
				</span>
			) : null}
		</p>
	);
};
