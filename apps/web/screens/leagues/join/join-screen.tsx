import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useParams, useSearchParams } from "react-router";
import { useDebounced } from "../../../api/use-debounced.ts";
import { useUser } from "../../../api/use-user.ts";
import { paths } from "../../../app/paths.ts";
import { withParams } from "../../../app/search-params.ts";
import { AdSlot } from "../../../components/ad/ad-slot.tsx";
import { EmptyState } from "../../../components/states/states.tsx";
import frame from "../frame/frame.module.css";
import { InvitedCard } from "./invited-card.tsx";
import styles from "./join.module.css";
import { JoinList } from "./join-list.tsx";
import { JoinWidget } from "./join-widget.tsx";
import { JoinedModal } from "./joined-modal.tsx";
import { useJoin } from "./use-join.ts";

const SEARCH_DEBOUNCE_MS = 500;

/** The search text, which is copied to the URL after a pause in typing. */
function useSearch() {
	const [params, setParams] = useSearchParams();
	const [text, setText] = useState(params.get("search") ?? "");
	const search = useDebounced(text.trim(), SEARCH_DEBOUNCE_MS);
	useEffect(() => {
		setParams((current) => withParams(current, { search: search || null }), {
			replace: true,
			preventScrollReset: true,
		});
	}, [search, setParams]);
	return { text, setText, search };
}

const Join = ({ code }: { readonly code: string | undefined }) => {
	const { t } = useTranslation();
	const [params] = useSearchParams();
	const { text, setText, search } = useSearch();
	const invite = params.get("invite");
	const user = useUser();
	const isOwnPage = code !== undefined && !(user.state === "ready" && user.value);
	const joining = useJoin(code ? { code, invite } : undefined);
	return (
		<div className={frame.page} data-aside={isOwnPage ? undefined : true}>
			<title>{t("app.title", { page: t("leagues.join.title") })}</title>
			{isOwnPage ? null : (
				<header className={frame.head}>
					<div>
						<h1>{t("leagues.join.title")}</h1>
						<p>{t("leagues.join.text")}</p>
					</div>
				</header>
			)}
			{code && user.state !== "pending" ? (
				<div className={frame.first}>
					<InvitedCard code={code} invite={invite} joining={joining} isPage={isOwnPage} />
				</div>
			) : null}
			{isOwnPage ? (
				<Link to={paths.joinLeague.to()} className={styles.others}>
					{t("leagues.join.others")}
				</Link>
			) : (
				<>
					<aside className={frame.aside}>
						<JoinWidget value={text} onChange={setText} />
						<AdSlot slot="side-rectangle" on="wide" />
					</aside>
					<div className={frame.main}>
						<JoinList search={search} joining={joining} />
					</div>
				</>
			)}
			<JoinedModal joining={joining} />
		</div>
	);
};

/** Shown for an address that cannot be an invitation. */
const MalformedCode = () => {
	const { t } = useTranslation();
	return (
		<EmptyState isPage icon="leagues" title={t("leagues.join.noCode")} text={t("leagues.join.codeText")}>
			<title>{t("app.title", { page: t("leagues.join.title") })}</title>
			<Link to={paths.joinLeague.to()}>{t("leagues.join.find")}</Link>
		</EmptyState>
	);
};

/**
 * Leagues to join, for visitors too. With a code in the URL, its league comes first; a visitor sees only that league.
 */
export const JoinScreen = () => {
	const { code } = useParams();
	if (code !== undefined && !/^[A-Za-z0-9]{6}$/.test(code)) return <MalformedCode />;
	return <Join key={code} code={code?.toUpperCase()} />;
};
