import type { BodyOf } from "@first-bounce/contract/call";
import { MAX_CONTACT_MESSAGE_LENGTH } from "@first-bounce/contract/constants";
import { sendContactMessage } from "@first-bounce/contract/site/support";
import { useContext, useRef, useState } from "react";
import { FieldError } from "react-aria-components/FieldError";
import { Label } from "react-aria-components/Label";
import { TextArea } from "react-aria-components/TextArea";
import { TextField as AriaTextField } from "react-aria-components/TextField";
import { useTranslation } from "react-i18next";
import { useCallMutation } from "../../api/use-call.ts";
import { useUser } from "../../api/use-user.ts";
import { LastPageContext } from "../../app/shell/last-page.ts";
import { site } from "../../app/site.ts";
import { useOpenSupport } from "../../app/support/use-open-support.ts";
import { Button } from "../../components/button/button.tsx";
import { focusField } from "../../components/fields/error-summary.tsx";
import fields from "../../components/fields/fields.module.css";
import { TextField } from "../../components/fields/text-field.tsx";
import { usePrehydrationValue } from "../../components/fields/use-prehydration-value.ts";
import { FormActions, FormCard } from "../../components/form-card/form-card.tsx";
import { EmptyState } from "../../components/states/states.tsx";

type ContactMessage = Omit<BodyOf<typeof sendContactMessage>, "page">;

const MIN_CONTACT_MESSAGE_LENGTH = 10;

/** The i18n keys of the problems, by field. */
function validateContactMessage({ name, email, message }: ContactMessage) {
	const length = message.trim().length;
	return {
		...(name.trim() === "" ? { name: "contact.problems.name" as const } : {}),
		...(/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email.trim()) ? {} : { email: "contact.problems.email" as const }),
		...(length < MIN_CONTACT_MESSAGE_LENGTH ? { message: "contact.problems.short" as const } : {}),
		...(length > MAX_CONTACT_MESSAGE_LENGTH ? { message: "contact.problems.long" as const } : {}),
	};
}

const MAX_PATH_LENGTH = 200;

/** The path of this site's page that linked to the first page shown here; empty if there is none. */
function getReferrerPath(): string {
	const { referrer } = document;
	const from = URL.canParse(referrer) ? new URL(referrer) : null;
	return from?.origin === location.origin ? from.pathname : "";
}

interface MessageFieldProps {
	readonly value: string;
	readonly error: string | undefined;
	readonly onChange: (message: string) => void;
}

const MessageField = ({ value, error, onChange }: MessageFieldProps) => {
	const { t } = useTranslation();
	const input = useRef<HTMLTextAreaElement>(null);
	usePrehydrationValue(input, value, onChange);
	return (
		<AriaTextField
			name="message"
			data-field="message"
			className={fields.field ?? ""}
			value={value}
			isInvalid={error !== undefined}
			validationBehavior="aria"
			onChange={onChange}
		>
			<Label className={fields.label ?? ""}>{t("contact.message")}</Label>
			<TextArea ref={input} className={fields.input ?? ""} rows={6} style={{ resize: "vertical", paddingBlock: 12 }} />
			<FieldError className={fields.error ?? ""}>{error}</FieldError>
		</AriaTextField>
	);
};

/** A contact form, with a link to the support widget if the site has one. */
export const Contact = () => {
	const { t } = useTranslation();
	const result = useUser();
	const user = result.state === "ready" ? result.value : null;
	const send = useCallMutation(sendContactMessage);
	const [draft, setDraft] = useState<Partial<ContactMessage>>({});
	const [hasSubmitted, setHasSubmitted] = useState(false);
	const support = useOpenSupport();
	const lastPage = useContext(LastPageContext);
	const defaults = { name: user ? `${user.firstName} ${user.lastName}` : "", email: user?.email ?? "", message: "" };
	const content: ContactMessage = { ...defaults, ...draft };
	const problems = hasSubmitted ? validateContactMessage(content) : {};
	const write = (change: Partial<ContactMessage>) => setDraft((previous) => ({ ...previous, ...change }));
	const submit = () => {
		setHasSubmitted(true);
		const [firstProblem] = Object.keys(validateContactMessage(content));
		if (firstProblem) return focusField(firstProblem);
		// Only a path: a query or fragment may contain an email link's token.
		const page = (lastPage ?? getReferrerPath()).slice(0, MAX_PATH_LENGTH);
		if (!send.isPending) send.mutate({ body: { ...content, page } });
	};

	if (send.isSuccess)
		return (
			<div role="status">
				<EmptyState icon="check" title={t("contact.sent")} text={t("contact.sentText")} />
			</div>
		);
	const getError = (field: keyof ContactMessage) => (problems[field] ? t(problems[field]) : undefined);
	return (
		<FormCard title={t("contact.title")} text={t("contact.text")} onSubmit={submit}>
			{site.supportWidget ? (
				<FormActions>
					<Button icon="help" isPending={support.isPending} onPress={support.open}>
						{t("contact.widget")}
					</Button>
				</FormActions>
			) : null}
			<TextField
				name="name"
				label={t("contact.name")}
				autoComplete="name"
				value={content.name}
				error={getError("name")}
				onChange={(name) => write({ name })}
			/>
			<TextField
				name="email"
				type="email"
				label={t("contact.email")}
				autoComplete="email"
				value={content.email}
				error={getError("email")}
				onChange={(email) => write({ email })}
			/>
			<MessageField value={content.message} error={getError("message")} onChange={(message) => write({ message })} />
			<FormActions>
				<Button type="submit" variant="main" isPending={send.isPending}>
					{t(send.isPending ? "contact.sending" : "contact.send")}
				</Button>
			</FormActions>
		</FormCard>
	);
};
