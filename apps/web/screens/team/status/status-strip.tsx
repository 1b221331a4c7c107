import { getNextLockTime } from "@first-bounce/rules/lockout/lockout";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../../components/button/button.tsx";
import { Countdown } from "../../../components/countdown/countdown.tsx";
import { Dialog } from "../../../components/dialog/dialog.tsx";
import { Icon } from "../../../components/icon/icon.tsx";
import { Notice } from "../../../components/states/states.tsx";
import { useSeasonSecond } from "../../../live/season-clock.ts";
import type { Board } from "../board/state/board.ts";
import { isPlayingRound } from "../board/state/list-issues.ts";
import type { SaveState } from "../editor/use-autosave.ts";
import { useLockCheck } from "../lock-check/use-lock-check.ts";
import { findNextLockForTeam } from "./next-team-lock.ts";
import styles from "./status-strip.module.css";
import { useStatusText } from "./use-status-text.ts";
import { type TeamAlert, useTeamAlerts } from "./use-team-alerts.ts";

/** Time to the next lock, and to the next lock of a player in this team. */
const LockTimers = ({ board }: { readonly board: Board }) => {
	const { t } = useTranslation();
	const now = useSeasonSecond();
	const { season, lineup, team, context } = board;
	const { current } = season;
	// A round without known matches has no locks yet.
	if (!current || current.status === "complete" || current.matches.length === 0) return null;
	const nextLockAt = getNextLockTime(current, now);
	const teamLock = findNextLockForTeam({ season, team, lineup, isLocked: context.isLocked }, now);
	const [first = 0, ...others] = teamLock?.playerIds ?? [];
	// A team that starts later locks in its own round.
	if (nextLockAt === null && !teamLock) return <p className={styles.timers}>{t("teamStatus.allLocked")}</p>;
	return (
		<p className={styles.timers} role="timer" aria-live="off">
			{nextLockAt === null || teamLock?.at === nextLockAt ? null : (
				<span>
					{t("teamStatus.nextLock")} <Countdown at={nextLockAt} now={now} />
				</span>
			)}
			{teamLock ? (
				<span className={styles.own}>
					<Icon name="lock" size={12} />
					<span>
						{t("teamStatus.ownLock", { count: others.length, name: season.playerById.get(first)?.lastName ?? "" })}
					</span>
					<Countdown at={teamLock.at} now={now} />
				</span>
			) : null}
		</p>
	);
};

const ICONS = { info: "info", warn: "alert", bad: "alert", good: "check", locked: "lock" } as const;

const AlertsDialog = ({ alerts, onClose }: { readonly alerts: readonly TeamAlert[]; readonly onClose: () => void }) => {
	const { t } = useTranslation();
	return (
		<Dialog title={t("teamStatus.title")} isOpen onClose={onClose}>
			<div className={styles.all}>
				{alerts.map(({ tone, text, action, dismiss }) => (
					<Notice
						key={text}
						tone={tone}
						action={[action, dismiss].map((button) =>
							button ? (
								<Button
									key={button.label}
									variant="quiet"
									onPress={() => {
										onClose();
										button.onPress();
									}}
								>
									{button.label}
								</Button>
							) : null,
						)}
					>
						{text}
					</Notice>
				))}
			</div>
		</Dialog>
	);
};

/** The strip above the ground: the next locks, and the alerts or status of the team. */
export const StatusStrip = ({ board, save }: { readonly board: Board; readonly save: SaveState }) => {
	const { t } = useTranslation();
	const [isOpen, setOpen] = useState(false);
	const { openCheck } = useLockCheck();
	const alerts = useTeamAlerts(board, save);
	const statusText = useStatusText(board);
	const [first] = alerts;
	// Closed with its last alert, so that the next alert does not open it.
	if (isOpen && !first) setOpen(false);
	const tone = first?.tone ?? statusText.tone;
	const otherCount = alerts.length - 1;
	const open = () => (first && !(first.isLink && otherCount === 0) ? setOpen(true) : openCheck());
	return (
		<section className={styles.strip} data-part="status" data-tone={tone} aria-label={t("teamStatus.title")}>
			<LockTimers board={board} />
			<div className={styles.message}>
				{/* Around the button, whose own content would be read as its name only. */}
				<div className={styles.live} role={tone === "bad" ? "alert" : "status"}>
					<button type="button" className={styles.words} disabled={!first && !isPlayingRound(board)} onClick={open}>
						<Icon name={ICONS[tone]} size={15} />
						<span className={styles.text}>{first?.text ?? statusText.text}</span>
						{otherCount > 0 ? (
							<span className={styles.more}>
								<span aria-hidden="true">+{otherCount}</span>{" "}
								<span className="spoken">{t("teamStatus.more", { count: otherCount })}</span>
							</span>
						) : null}
					</button>
				</div>
				{first?.action ? (
					<Button variant="quiet" onPress={first.action.onPress}>
						{first.action.label}
					</Button>
				) : null}
			</div>
			{isOpen && first ? <AlertsDialog alerts={alerts} onClose={() => setOpen(false)} /> : null}
		</section>
	);
};
