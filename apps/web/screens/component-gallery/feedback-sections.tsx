import type { TFunction } from "i18next";
import { Button } from "../../components/button/button.tsx";
import { Countdown } from "../../components/countdown/countdown.tsx";
import { ConfirmDialog } from "../../components/dialog/confirm-dialog.tsx";
import { Dialog } from "../../components/dialog/dialog.tsx";
import { ErrorDialog } from "../../components/error-modal/error-dialog.tsx";
import { LiveLabel } from "../../components/live-label/live-label.tsx";
import { ShareDialog } from "../../components/share/share-dialog.tsx";
import { Skeleton } from "../../components/skeleton/skeleton.tsx";
import { Spinner } from "../../components/spinner/spinner.tsx";
import { LoadingOrError } from "../../components/states/loading-or-error.tsx";
import { EmptyState, ErrorNotice, ErrorState, Notice, QueryError } from "../../components/states/states.tsx";
import { OpenButton, ToastButton } from "./example-parts.tsx";
import { type BuildSection, doNothing, type Example, listStates } from "./section.ts";

const FAILED = { data: undefined, error: new TypeError("Failed to fetch"), refetch: doNothing };

export const buildNoticeSection: BuildSection = (t) => ({
	id: "notices",
	examples: [
		...(["info", "warn", "bad"] as const).map((tone) => ({
			caption: `Notice tone="${tone}"`,
			isWide: true,
			element: <Notice tone={tone}>{t("teamStatus.fill", { spots: 21 })}</Notice>,
		})),
		{ caption: "ErrorNotice", isWide: true, element: <ErrorNotice error={new Error()} /> },
		{
			caption: "Notice action",
			isWide: true,
			element: (
				<Notice tone="info" action={<Button>{t("state.retry")}</Button>}>
					{t("offline.nothing")}
				</Notice>
			),
		},
		{
			caption: "QueryError",
			isWide: true,
			element: <QueryError queries={[FAILED]} />,
		},
		{
			caption: "EmptyState",
			element: (
				<EmptyState icon="leagues" title={t("leagues.none")} text={t("leagues.noneText")}>
					<Button variant="main">{t("leagues.all")}</Button>
				</EmptyState>
			),
		},
		{
			caption: "EmptyState isPage",
			element: <EmptyState isPage icon="leagues" title={t("leagues.none")} text={t("leagues.noneText")} />,
		},
		{ caption: "ErrorState", element: <ErrorState reason={t("error.offline")} /> },
		{ caption: "ErrorState onRetry", element: <ErrorState reason={t("error.offline")} onRetry={doNothing} /> },
	],
});

export const buildLoadingSection: BuildSection = (t) => ({
	id: "loading",
	examples: [
		{ caption: "Skeleton", element: <Skeleton width="180px" height="34px" /> },
		{ caption: "Skeleton radius", element: <Skeleton width="44px" height="44px" radius="50%" /> },
		...listStates("LoadingOrError state", ["pending", "ready"], (state) => (
			<LoadingOrError of={[{ state }]} height="34px" />
		)),
		{ caption: "LoadingOrError isPart", isWide: true, element: <LoadingOrError of={[FAILED]} isPart height="34px" /> },
		{ caption: "Spinner", element: <Spinner /> },
		{ caption: "Countdown", element: <Countdown at={7_384_000} now={0} /> },
		{ caption: "LiveLabel", element: <LiveLabel>{t("team.liveScore")}</LiveLabel> },
	],
});

const buildToasts = (t: TFunction): readonly Example[] => [
	...listStates("Toast tone", ["good", "bad", "plain"], (tone) => (
		<ToastButton toast={{ tone, text: t("teamName.free") }} />
	)),
	{
		caption: "Toast action",
		element: (
			<ToastButton toast={{ text: t("state.errorTitle"), action: { label: t("state.retry"), onPress: doNothing } }} />
		),
	},
];

export const buildDialogSection: BuildSection = (t) => {
	const title = t("share.teamTitle");
	const text = t("share.teamText");
	const done = t("share.done");
	return {
		id: "dialogs",
		examples: [
			...listStates("Dialog variant", ["box", "sheet"], (variant) => (
				<OpenButton label={title}>
					{(close) => (
						<Dialog variant={variant} isOpen title={title} onClose={close}>
							<p>{text}</p>
						</Dialog>
					)}
				</OpenButton>
			)),
			{
				caption: "ConfirmDialog isPending",
				element: (
					<OpenButton label={title}>
						{(close) => (
							<ConfirmDialog
								title={title}
								text={text}
								confirmLabel={done}
								isOpen
								isPending
								onConfirm={doNothing}
								onClose={close}
							/>
						)}
					</OpenButton>
				),
			},
			{
				caption: "ErrorDialog",
				element: (
					<OpenButton label={t("state.errorTitle")}>
						{(close) => <ErrorDialog message={t("error.offline")} onClose={close} />}
					</OpenButton>
				),
			},
			{
				caption: "ShareDialog url={null}",
				element: (
					<OpenButton label={title}>
						{(close) => <ShareDialog title={title} text={text} message={text} url={null} done={done} onClose={close} />}
					</OpenButton>
				),
			},
			{
				caption: "ShareDialog error",
				element: (
					<OpenButton label={title}>
						{(close) => (
							<ShareDialog
								title={title}
								text={text}
								message={text}
								url={null}
								error={t("error.offline")}
								done={done}
								onClose={close}
							/>
						)}
					</OpenButton>
				),
			},
			...buildToasts(t),
		],
	};
};
