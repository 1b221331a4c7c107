import type { SuccessOf } from "@first-bounce/contract/call";
import { type DraftLeague, listMockDrafts, showDraftLeague } from "@first-bounce/contract/draft/draft";
import { useTranslation } from "react-i18next";
import { Link, useSearchParams } from "react-router";
import { useCall } from "../../../api/use-call.ts";
import { paths } from "../../../app/paths.ts";
import { Skeleton } from "../../../components/skeleton/skeleton.tsx";
import { Loading } from "../../../components/states/loading.tsx";
import { EmptyState } from "../../../components/states/states.tsx";
import { formatDateTime } from "../../../i18n/format.ts";
import frame from "../frame/frame.module.css";
import line from "../frame/league-list.module.css";
import { MockForm } from "./mock-form.tsx";

type Drafts = SuccessOf<typeof listMockDrafts>["drafts"];

/** The mock drafts of the last day. */
const MockList = ({ drafts }: { readonly drafts: Drafts }) => {
	const { t } = useTranslation();
	if (drafts.length === 0)
		return <EmptyState icon="play" title={t("leagues.mock.none")} text={t("leagues.mock.noneText")} />;
	return (
		<ul className={line.lines} aria-label={t("leagues.mock.mine")}>
			{drafts.map(({ leagueId, draftStatus, createdAt, deletedAt }) => (
				<li key={leagueId} className={line.line}>
					<div className={line.words}>
						<h2 className={line.name}>
							<Link to={paths.draft.to(leagueId)}>
								{t("leagues.mock.of", { time: formatDateTime(Date.parse(createdAt)) })}
							</Link>
						</h2>
						<p className={line.facts}>
							<span>{t(`leagues.draftStatus.${draftStatus}`)}</span>
							<span>{t("leagues.mock.deleted", { time: formatDateTime(Date.parse(deletedAt)) })}</span>
						</p>
					</div>
				</li>
			))}
		</ul>
	);
};

const Content = ({ league }: { readonly league: DraftLeague | null }) => {
	const mocks = useCall(listMockDrafts, {}, { meta: { noErrorModal: true }, staleTime: 0 });
	if (!mocks.data) return <Loading queries={[mocks]} height="40vh" />;
	return (
		<>
			<MockForm league={league} left={mocks.data.left} />
			<MockList drafts={mocks.data.drafts} />
		</>
	);
};

/** Drafts against robots, to practise: a new one, and those of the last day. */
export const MockDraftsScreen = () => {
	const { t } = useTranslation();
	const [search] = useSearchParams();
	const leagueId = Number(search.get("league") ?? 0);
	const hasLeague = Number.isSafeInteger(leagueId) && leagueId > 0;
	const league = useCall(
		showDraftLeague,
		{ params: { id: leagueId } },
		{ enabled: hasLeague, meta: { noErrorModal: true } },
	);
	return (
		<div className={frame.page}>
			<title>{t("app.title", { page: t("leagues.mock.title") })}</title>
			<header className={frame.head}>
				<h1>{t("leagues.mock.title")}</h1>
				<p>{t("leagues.mock.text")}</p>
			</header>
			<div className={frame.main}>
				{hasLeague && league.isPending ? (
					<Skeleton height="40vh" radius="var(--radius-l)" />
				) : (
					<Content key={leagueId} league={league.data?.league ?? null} />
				)}
			</div>
		</div>
	);
};
