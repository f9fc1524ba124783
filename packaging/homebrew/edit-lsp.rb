class EditLsp < Formula
  desc "Check and apply the code edits that AI models write in chat"
  homepage "https://github.com/edit-lsp/edit-lsp"
  version "@VERSION@"
  license "Apache-2.0"

  on_macos do
    on_arm do
      url "https://github.com/edit-lsp/edit-lsp/releases/download/v@VERSION@/edit-lsp_darwin_arm64.tar.gz"
      sha256 "@SHA256 edit-lsp_darwin_arm64.tar.gz@"
    end
    on_intel do
      url "https://github.com/edit-lsp/edit-lsp/releases/download/v@VERSION@/edit-lsp_darwin_amd64.tar.gz"
      sha256 "@SHA256 edit-lsp_darwin_amd64.tar.gz@"
    end
  end

  on_linux do
    on_arm do
      url "https://github.com/edit-lsp/edit-lsp/releases/download/v@VERSION@/edit-lsp_linux_arm64.tar.gz"
      sha256 "@SHA256 edit-lsp_linux_arm64.tar.gz@"
    end
    on_intel do
      url "https://github.com/edit-lsp/edit-lsp/releases/download/v@VERSION@/edit-lsp_linux_amd64.tar.gz"
      sha256 "@SHA256 edit-lsp_linux_amd64.tar.gz@"
    end
  end

  def install
    bin.install "edit-lsp"
    man1.install Dir["man/*.1"]
    bash_completion.install "completions/edit-lsp.bash" => "edit-lsp"
    fish_completion.install "completions/edit-lsp.fish"
    zsh_completion.install "completions/_edit-lsp"
    doc.install "THIRD-PARTY-LICENSES"
  end

  test do
    assert_match "edit-lsp v#{version} ", shell_output("#{bin}/edit-lsp version")

    (testpath/"greeting.txt").write "hello\n"
    (testpath/"chat.md").write <<~EOS
      FILE: greeting.txt
      FIND:
      hello
      REPLACE:
      good day
      END
    EOS
    system bin/"edit-lsp", "apply", "chat.md"
    assert_equal "good day\n", (testpath/"greeting.txt").read
  end
end
