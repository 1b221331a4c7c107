import type { FormEvent, ReactNode } from "react";
import styles from "./form-card.module.css";

interface Props {
	readonly title: string;
	readonly text?: ReactNode;
	readonly children: ReactNode;
	/** `page` is the only card of a page, headed by an h1. */
	readonly variant?: "page" | "section";
	readonly onSubmit?: () => void;
}

export const FormCard = ({ title, text, children, variant = "section", onSubmit }: Props) => {
	const Heading = variant === "page" ? "h1" : "h2";
	const submit = (event: FormEvent) => {
		event.preventDefault();
		onSubmit?.();
	};
	const content = (
		<>
			<header className={styles.head}>
				<Heading>{title}</Heading>
				{text ? <p>{text}</p> : null}
			</header>
			{children}
		</>
	);
	return onSubmit ? (
		<form className={styles.card} data-variant={variant} noValidate onSubmit={submit}>
			{content}
		</form>
	) : (
		<section className={styles.card} data-variant={variant}>
			{content}
		</section>
	);
};

/** The buttons below a form. */
export const FormActions = ({ children }: { readonly children: ReactNode }) => (
	<div className={styles.actions}>{children}</div>
);
