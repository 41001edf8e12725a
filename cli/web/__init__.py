"""The desk in the browser (DESK 3): pages and forms over the same acts as the verbs; needs the extra `desk`."""
