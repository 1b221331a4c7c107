import { showLeaguesToJoin } from "@first-bounce/contract/leagues/league";
import { LEAGUE_TYPES, type LeagueType } from "@first-bounce/rules/leagues/league";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { removeDuplicateIds, usePages } from "../../../api/use-pages.ts";
import { paths } from "../../../app/paths.ts";
import { site } from "../../../app/site.ts";
import { Button } from "../../../components/button/button.tsx";
import { showProblem } from "../../../components/error-modal/problem-store.ts";
import { Segmented } from "../../../components/segmented/segmented.tsx";
import { Skeleton } from "../../../components/skeleton/skeleton.tsx";
import { EmptyState, ErrorState } from "../../../components/states/states.tsx";
import { getErrorMessage } from "../../../i18n/error-message.ts";
import { LeagueList, LeagueListItem } from "../frame/league-list.tsx";
import styles from "./join.module.css";
import { JoinButton } from "./join-button.tsx";
import type { JoinFlow } from "./use-join.ts";

const NEAR_END_DELAY_MS = 500;

/**
 * Placed at the end of a list, it calls `onNear` after half a second near the viewport. Needs a new key for each page.
 */
const LoadMoreTrigger = ({ onNear }: { readonly onNear: () => void }) => {
	const element = useRef<HTMLDivElement>(null);
	const handleNear = useEffectEvent(onNear);
	useEffect(() => {
		if (!element.current) return;
		let timer: ReturnType<typeof setTimeout> | undefined;
		const observer = new IntersectionObserver(
			([entry]) => {
				clearTimeout(timer);
				if (entry?.isIntersecting) timer = setTimeout(() => handleNear(), NEAR_END_DELAY_MS);
			},
			{ rootMargin: "400px" },
		);
		observer.observe(element.current);
		return () => {
			clearTimeout(timer);
			observer.disconnect();
		};
	}, []);
	return <div ref={element} className={styles.sentinel} />;
};

const PAGE_SIZE = 20;
type Kind = LeagueType | "draft" | "all";

/** The leagues of a kind. Draft leagues are head-to-head too. */
function buildFilter(kind: Kind) {
	if (kind === "all") return {};
	return kind === "draft" ? { class: kind } : { type: kind };
}
const SKELETON_ROWS = [1, 2, 3, 4];

/** Public leagues with free spots, twenty per page with infinite scroll. Visitors see no error (D2.6.05). */
export const JoinList = ({ search, joining }: { readonly search: string; readonly joining: JoinFlow }) => {
	const { t } = useTranslation();
	const [kind, setKind] = useState<Kind>("all");
	const query = { search, limit: PAGE_SIZE, ...buildFilter(kind) };
	const result = usePages(showLeaguesToJoin, { query }, { meta: { noErrorModal: true } });
	const { data, error, isPending, hasNextPage, isFetchingNextPage } = result;
	const leagues = removeDuplicateIds(data?.pages.flatMap((page) => page.leagues) ?? []);
	useEffect(() => {
		if (error && joining.isActive) showProblem({ message: getErrorMessage(error, t) });
	}, [error, joining.isActive, t]);
	const isUnfiltered = search === "" && kind === "all";
	return (
		<>
			<div className={styles.kinds}>
				<Segmented
					label={t("leagues.join.kind")}
					variant="chips"
					value={kind}
					choices={[
						{ value: "all", label: t("leagues.all") },
						...LEAGUE_TYPES.map((type) => ({ value: type, label: t(`leagues.${type}`) })),
						{ value: "draft", label: t("leagues.form.class.draft") },
					]}
					onChange={setKind}
				/>
			</div>
			{error && joining.isActive && leagues.length === 0 ? (
				<ErrorState reason={getErrorMessage(error, t)} onRetry={() => void result.refetch()} />
			) : isPending ? (
				SKELETON_ROWS.map((row) => <Skeleton key={row} height="82px" radius="var(--radius-l)" />)
			) : leagues.length === 0 ? (
				<EmptyState
					icon="leagues"
					title={t(isUnfiltered ? "leagues.join.noneOpen" : "leagues.join.none")}
					text={t(isUnfiltered ? "leagues.join.noneOpenText" : "leagues.join.noneText")}
				/>
			) : (
				<LeagueList label={t("leagues.join.title")}>
					{leagues.map((league) => (
						<LeagueListItem
							key={league.id}
							league={league}
							{...(site.isPublicRead && league.privacy === "public"
								? { to: paths.league.to(league.id, "ladder") }
								: {})}
						>
							<JoinButton league={league} joining={joining} />
						</LeagueListItem>
					))}
				</LeagueList>
			)}
			{hasNextPage && result.isFetchNextPageError ? (
				<Button isPending={isFetchingNextPage} onPress={() => void result.fetchNextPage()}>
					{t("leagues.more")}
				</Button>
			) : hasNextPage ? (
				<LoadMoreTrigger key={leagues.length} onNear={() => void result.fetchNextPage()} />
			) : null}
			<p className={styles.quiet} role="status">
				{isFetchingNextPage ? t("leagues.join.loading") : ""}
			</p>
		</>
	);
};
