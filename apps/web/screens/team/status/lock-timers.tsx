import { getNextLockTime } from "@first-bounce/rules/lockout/lockout";
import { useTranslation } from "react-i18next";
import { Countdown } from "../../../components/countdown/countdown.tsx";
import { useSeasonSecond } from "../../../live/season-clock.ts";
import type { Board } from "../board/state/board.ts";
import { findNextLockForTeam } from "./next-team-lock.ts";
import styles from "./status-strip.module.css";

/** Time to the next lock, and to the next lock of a player in this team. */
export const LockTimers = ({ board }: { readonly board: Board }) => {
	const { t } = useTranslation();
	const now = useSeasonSecond();
	const { season, lineup, team, context } = board;
	const { current } = season;
	const next = current ? getNextLockTime(current, now) : null;
	const nextLock = findNextLockForTeam({ season, team, lineup, isLocked: context.isLocked }, now);
	const [first = 0, ...others] = nextLock?.playerIds ?? [];
	if (current?.status === "complete") return null;
	if (next === null) return <p className={styles.timers}>{t("teamStatus.allLocked")}</p>;
	return (
		<p className={styles.timers} role="timer" aria-live="off">
			{nextLock?.at === next ? null : (
				<span>
					{t("teamStatus.nextLock")} <Countdown at={next} now={now} />
				</span>
			)}
			{nextLock ? (
				<span className={styles.own}>
					<span>
						{t("teamStatus.ownLock", { count: others.length, name: season.playerById.get(first)?.lastName ?? "" })}
					</span>
					<Countdown at={nextLock.at} now={now} />
				</span>
			) : null}
		</p>
	);
};
