import { type ReactNode, Suspense } from "react";
import { useTranslation } from "react-i18next";
import type { Season } from "../../api/season-model.ts";
import { useFocusRestore } from "../../components/focus/use-focus-restore.ts";
import { Skeleton } from "../../components/skeleton/skeleton.tsx";
import { useStore } from "../../components/store/store.ts";
import { lazyPart } from "../../upgrade/lazy-part.ts";
import type { Board } from "./board/state/board.ts";
import styles from "./team-screen.module.css";

const MatchStrip = lazyPart(async () => (await import("./status/match-strip.tsx")).MatchStrip);

interface ScreenProps {
	readonly board: Board;
	/** Whether the trade bar is at the bottom. */
	readonly hasBar?: boolean;
	/** Whether there is nothing beside the team. */
	readonly isSingle?: boolean;
	readonly children: ReactNode;
}

/** The screen, which restores a lost focus after each change of the team or the selection. */
export const Screen = ({ board, hasBar = false, isSingle = false, children }: ScreenProps) => {
	useStore(board.selected);
	const focusProps = useFocusRestore<HTMLDivElement>();
	return (
		<div {...focusProps} className={styles.screen} data-bar={hasBar || undefined} data-single={isSingle || undefined}>
			{children}
		</div>
	);
};

interface Props {
	readonly season: Season;
	readonly isAboveTeam?: boolean;
}

/** The strip of live matches, with its height reserved while it loads. */
export const LazyMatchStrip = ({ season, isAboveTeam = false }: Props) => (
	<div className={styles.matchStripPlace} data-part={isAboveTeam ? "matches" : undefined}>
		<Suspense>
			<MatchStrip season={season} />
		</Suspense>
	</div>
);

/** The team screen while it is loading. The ground is left out, because its place depends on the team. */
export const TeamSkeleton = () => {
	const { t } = useTranslation();
	return (
		<div className={styles.screen} role="status" aria-label={t("state.loading")}>
			<div className={styles.main}>
				<div className={styles.headerGap}>
					<Skeleton height="100%" radius="var(--radius-m)" />
				</div>
				<div className={styles.toolbarGap}>
					<Skeleton width="134px" height="40px" radius="999px" />
				</div>
			</div>
			<div className={styles.aside}>
				<Skeleton height="100%" radius="var(--radius-l)" />
			</div>
		</div>
	);
};
