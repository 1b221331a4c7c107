import type { SuccessOf } from "@first-bounce/contract/call";
import { type DraftLeague, listMockDrafts, showDraftLeague, startMockDraft } from "@first-bounce/contract/draft/draft";
import { DRAFT_KINDS, type DraftKind } from "@first-bounce/rules/draft/draft-order";
import { LIVE_PICK_SECONDS } from "@first-bounce/rules/draft/pick-clock";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useNavigate, useSearchParams } from "react-router";
import { callKey, useCallMutation } from "../../../api/use-call.ts";
import { useQuietCall } from "../../../api/use-quiet-call.ts";
import { paths } from "../../../app/paths.ts";
import { parseWholeNumber } from "../../../app/search-params.ts";
import { Button } from "../../../components/button/button.tsx";
import { SelectField } from "../../../components/fields/select-field.tsx";
import { FormActions, FormCard } from "../../../components/form-card/form-card.tsx";
import { LoadingOrError } from "../../../components/states/loading-or-error.tsx";
import { EmptyState, ErrorNotice } from "../../../components/states/states.tsx";
import { formatDateTime } from "../../../i18n/format.ts";
import styles from "../create/create.module.css";
import { NumberSelect } from "../create/number-select.tsx";
import frame from "../frame/frame.module.css";
import listStyles from "../frame/league-list.module.css";
import { DRAFT_SIZES } from "../model/draft-form.ts";

interface Props {
	/** The league whose size and settings the mock draft gets; null to choose them. */
	readonly league: DraftLeague | null;
	/** How many mock drafts may still be started today. */
	readonly left: number;
}
type PickSeconds = (typeof LIVE_PICK_SECONDS)[number];
const DEFAULT_SIZE = 10;
const DRAWN = "drawn";

interface MockValues {
	readonly size: number;
	readonly kind: DraftKind;
	readonly seconds: PickSeconds;
}

/** The settings of a mock draft that does not copy a league. */
const SettingsFields = ({
	values,
	onChange,
}: {
	readonly values: MockValues;
	readonly onChange: (part: Partial<MockValues>) => void;
}) => {
	const { t } = useTranslation();
	return (
		<>
			<NumberSelect
				name="size"
				label={t("leagues.draft.size")}
				value={values.size}
				choices={DRAFT_SIZES}
				format={(count) => t("leagues.form.sizeOf", { count })}
				onChange={(size) => onChange({ size })}
			/>
			<SelectField
				name="kind"
				label={t("leagues.draft.type")}
				value={values.kind}
				choices={DRAFT_KINDS.map((value) => ({ value, label: t(`leagues.draft.types.${value}`) }))}
				onChange={(kind) => onChange({ kind })}
			/>
			<NumberSelect
				name="seconds"
				label={t("leagues.draft.pickTime")}
				value={values.seconds}
				choices={LIVE_PICK_SECONDS}
				format={(count) => t("leagues.draft.seconds", { count })}
				onChange={(seconds) => onChange({ seconds })}
			/>
		</>
	);
};

const MockForm = ({ league, left }: Props) => {
	const { t } = useTranslation();
	const navigate = useNavigate();
	const queryClient = useQueryClient();
	const [values, setValues] = useState<MockValues>({ size: DEFAULT_SIZE, kind: "snake", seconds: 60 });
	const [position, setPosition] = useState(DRAWN);
	const size = league?.size ?? values.size;
	const positions = Array.from({ length: size }, (_, index) => String(index + 1));
	const start = useCallMutation(startMockDraft, {
		meta: { hasInlineError: true },
		onSuccess: ({ league: { id } }) => navigate(paths.draft.to(id)),
		onSettled: () => queryClient.invalidateQueries({ queryKey: callKey(listMockDrafts) }),
	});
	const submit = () => {
		if (start.isPending || left === 0) return;
		start.mutate({
			body: {
				...(league
					? { leagueId: league.id }
					: { size: values.size, draftType: values.kind, pickTurnTime: values.seconds }),
				...(positions.includes(position) ? { position: Number(position) } : {}),
			},
		});
	};
	return (
		<FormCard
			title={t("leagues.mock.new")}
			text={league ? t("leagues.mock.like", { league: league.name }) : undefined}
			onSubmit={submit}
		>
			<div className={styles.pair}>
				{league ? null : <SettingsFields values={values} onChange={(part) => setValues({ ...values, ...part })} />}
				<SelectField
					name="position"
					label={t("leagues.mock.position")}
					value={positions.includes(position) ? position : DRAWN}
					choices={[
						{ value: DRAWN, label: t("leagues.mock.drawn") },
						...positions.map((value) => ({ value, label: t("leagues.mock.pick", { number: value }) })),
					]}
					onChange={setPosition}
				/>
			</div>
			<ErrorNotice error={start.error} />
			<FormActions>
				<Button variant="main" type="submit" icon="play" isDisabled={left === 0} isPending={start.isPending}>
					{t("leagues.mock.start")}
				</Button>
				<span role="status">{left === 0 ? t("leagues.mock.noneLeft") : t("leagues.mock.left", { count: left })}</span>
			</FormActions>
		</FormCard>
	);
};

type Drafts = SuccessOf<typeof listMockDrafts>["drafts"];

/** The mock drafts of the last day. */
const MockList = ({ drafts }: { readonly drafts: Drafts }) => {
	const { t } = useTranslation();
	if (drafts.length === 0)
		return <EmptyState icon="play" title={t("leagues.mock.none")} text={t("leagues.mock.noneText")} />;
	return (
		<ul className={listStyles.lines} aria-label={t("leagues.mock.mine")}>
			{drafts.map(({ leagueId, draftStatus, createdAt, deletedAt }) => (
				<li key={leagueId} className={listStyles.line}>
					<div className={listStyles.words}>
						<h2 className={listStyles.name}>
							<Link to={paths.draft.to(leagueId)}>
								{t("leagues.mock.of", { time: formatDateTime(Date.parse(createdAt)) })}
							</Link>
						</h2>
						<p className={listStyles.facts}>
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
	const mocks = useQuietCall(listMockDrafts, {}, { staleTime: 0 });
	if (!mocks.data) return <LoadingOrError of={[mocks]} height="40vh" />;
	return (
		<>
			<MockForm league={league} left={mocks.data.left} />
			<MockList drafts={mocks.data.drafts} />
		</>
	);
};

/** Practice drafts against robots: a form for a new one, and those of the last day. */
export const MockDraftsScreen = () => {
	const { t } = useTranslation();
	const [search] = useSearchParams();
	const leagueId = parseWholeNumber(search.get("league"));
	const league = useQuietCall(showDraftLeague, { params: { id: leagueId ?? 0 } }, { enabled: leagueId !== null });
	return (
		<div className={frame.page}>
			<title>{t("app.title", { page: t("leagues.mock.title") })}</title>
			<header className={frame.head}>
				<h1>{t("leagues.mock.title")}</h1>
				<p>{t("leagues.mock.text")}</p>
			</header>
			<div className={frame.main}>
				{leagueId !== null && !league.data ? (
					<LoadingOrError of={[league]} height="40vh" />
				) : (
					<Content key={leagueId} league={league.data?.league ?? null} />
				)}
			</div>
		</div>
	);
};
