import {
	confirmOperator,
	enrolOperator,
	type OperatorAccess,
	showOperatorAccess,
} from "@first-bounce/contract/operator/access";
import { useQueryClient } from "@tanstack/react-query";
import encodeQR from "qr";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { callKey, useCallMutation } from "../../../api/use-call.ts";
import { Button } from "../../../components/button/button.tsx";
import { TextField } from "../../../components/fields/text-field.tsx";
import { FormActions, FormCard } from "../../../components/form-card/form-card.tsx";
import { Notice } from "../../../components/states/states.tsx";
import { getErrorMessage } from "../../../i18n/error-message.ts";
import styles from "./gate.module.css";
import { RecoveryCodes } from "./recovery-codes.tsx";

const BORDER = 3;

/** Renders the QR code locally, so that the secret is not sent to a service. Dark on white in every theme for scanners. */
const QrCode = ({ text, label }: { readonly text: string; readonly label: string }) => {
	const rows = useMemo(() => encodeQR(text, "raw", { ecc: "medium", border: BORDER }), [text]);
	const path = rows.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ""))).join("");
	return (
		<svg
			role="img"
			aria-label={label}
			viewBox={`0 0 ${rows.length} ${rows.length}`}
			width="208"
			height="208"
			shapeRendering="crispEdges"
		>
			<rect width="100%" height="100%" fill="#fff" rx="1.5" />
			<path d={path} fill="#10162b" />
		</svg>
	);
};

interface Props {
	readonly access: OperatorAccess;
	readonly onBegin: () => void;
	readonly onDone: () => void;
}

/** Sets up the second factor: setup code if required, authenticator, then recovery codes. */
export const Enrol = ({ access, onBegin, onDone }: Props) => {
	const { t } = useTranslation("operator");
	const { t: tCommon } = useTranslation();
	const queryClient = useQueryClient();
	const enrol = useCallMutation(enrolOperator, {
		meta: { hasInlineError: access.needsSetupCode },
		onSettled: () => void queryClient.invalidateQueries({ queryKey: callKey(showOperatorAccess) }),
	});
	const confirm = useCallMutation(confirmOperator, {
		meta: { hasInlineError: true },
		onSuccess: ({ access: next }) => queryClient.setQueryData(callKey(showOperatorAccess, {}), next),
	});
	const [setupCode, setSetupCode] = useState("");
	const [code, setCode] = useState("");
	const setup = access.needsSetupCode ? { setupCode } : {};
	const finish = () => {
		onBegin();
		confirm.mutate({ body: { code, ...setup } });
	};
	if (confirm.data) return <RecoveryCodes codes={confirm.data.recoveryCodes} onDone={onDone} />;
	if (!enrol.data)
		return (
			<FormCard
				variant="page"
				title={t("enrol.title")}
				text={t("enrol.text")}
				onSubmit={() => enrol.mutate({ body: setup })}
			>
				{access.needsSetupCode ? (
					<TextField
						name="setupCode"
						label={t("enrol.setupCode")}
						hint={t("enrol.setupHint")}
						value={setupCode}
						onChange={setSetupCode}
						error={enrol.error ? getErrorMessage(enrol.error, tCommon) : undefined}
					/>
				) : null}
				<FormActions>
					<Button variant="main" type="submit" isPending={enrol.isPending}>
						{t("enrol.begin")}
					</Button>
				</FormActions>
			</FormCard>
		);
	const { secret, uri } = enrol.data;
	return (
		<FormCard variant="page" title={t("enrol.title")} text={t("enrol.scan")} onSubmit={finish}>
			<div className={styles.scan}>
				<QrCode text={uri} label={t("enrol.qr")} />
				<p>
					{t("enrol.typeInstead")} <code className={styles.secret}>{secret.match(/.{1,4}/g)?.join(" ")}</code>
				</p>
			</div>
			<TextField
				name="code"
				label={t("gate.code")}
				value={code}
				onChange={setCode}
				inputMode="numeric"
				autoComplete="one-time-code"
				maxLength={7}
				error={confirm.error ? getErrorMessage(confirm.error, tCommon) : undefined}
			/>
			<DemoCode code={access.demoCode} />
			<FormActions>
				<Button variant="main" type="submit" isPending={confirm.isPending}>
					{t("enrol.finish")}
				</Button>
			</FormActions>
		</FormCard>
	);
};

/** The demo shows its operator code, because anybody may be its operator. */
export const DemoCode = ({ code }: { readonly code: string | null }) => {
	const { t } = useTranslation("operator");
	return code ? <Notice tone="info">{t("gate.demo", { code: `${code.slice(0, 3)} ${code.slice(3)}` })}</Notice> : null;
};
