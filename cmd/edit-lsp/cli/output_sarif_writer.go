package cli

// sarif writes a log of one run, with the results that each gives one after another.
func (w *jsonWriter) sarif(run *sarifRun, each func(yield func(*sarifResult))) {
	w.begin('{')
	w.string("$schema", sarifSchema)
	w.string("version", sarifVersion)
	w.key("runs")
	w.begin('[')
	w.element()
	w.begin('{')
	w.value("tool", run.Tool)
	w.value("invocations", run.Invocations)
	w.value("originalUriBaseIds", run.BaseIDs)
	w.value("artifacts", run.Artifacts)
	w.key("results")
	w.begin('[')
	each(func(r *sarifResult) {
		w.element()
		w.sarifResult(r)
	})
	w.end(']')
	w.string("columnKind", run.ColumnKind)
	w.end('}')
	w.end(']')
	w.end('}')
}

func (w *jsonWriter) sarifResult(r *sarifResult) {
	w.begin('{')
	w.string("ruleId", r.RuleID)
	w.int("ruleIndex", r.RuleIndex)
	w.string("kind", r.Kind)
	w.string("level", r.Level)
	w.key("message")
	w.sarifMessage(&r.Message)
	writeObjects(w, "locations", r.Locations, (*jsonWriter).sarifLocation)
	if len(r.Related) > 0 {
		writeObjects(w, "relatedLocations", r.Related, (*jsonWriter).sarifLocation)
	}
	w.key("partialFingerprints")
	w.begin('{')
	w.string("editLsp/v1", r.Fingerprints.Print)
	w.end('}')
	if p := r.Properties; p != nil {
		w.key("properties")
		w.begin('{')
		w.stringUnlessEmpty("cause", p.Cause)
		w.string("status", p.Status)
		w.string("target", p.Target)
		w.end('}')
	}
	w.end('}')
}

func (w *jsonWriter) sarifMessage(m *sarifMessage) {
	w.begin('{')
	w.string("text", m.Text)
	w.stringUnlessEmpty("markdown", m.Markdown)
	w.end('}')
}

func (w *jsonWriter) sarifLocation(l *sarifLocation) {
	w.intUnlessZero("id", l.ID)
	if l.Message != nil {
		w.key("message")
		w.sarifMessage(l.Message)
	}
	w.key("physicalLocation")
	w.begin('{')
	w.key("artifactLocation")
	w.sarifArtifact(&l.Physical.Artifact)
	w.key("region")
	w.begin('{')
	w.int("startLine", l.Physical.Region.Start)
	w.intUnlessZero("endLine", l.Physical.Region.End)
	w.end('}')
	w.end('}')
}

func (w *jsonWriter) sarifArtifact(a *sarifArtifact) {
	w.begin('{')
	w.string("uri", a.URI)
	w.stringUnlessEmpty("uriBaseId", a.BaseID)
	if a.Index != nil {
		w.int("index", *a.Index)
	}
	if a.Description != nil {
		w.key("description")
		w.sarifMessage(a.Description)
	}
	w.end('}')
}

func (w *jsonWriter) stringUnlessEmpty(key, s string) {
	if s != "" {
		w.string(key, s)
	}
}

func (w *jsonWriter) intUnlessZero(key string, n int) {
	if n != 0 {
		w.int(key, n)
	}
}
